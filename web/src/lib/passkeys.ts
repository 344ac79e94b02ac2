// Passkeys: the browser keeps the secret; we carry the question to it and its answer back.

import { api, type Me } from './api'

/** Whether this browser can do it without help. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential
}

/** Make a passkey for this account; a guest becomes an account of this name with it. */
export async function addPasskey(name: string | null): Promise<Me> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await api.passkeyOptions(name))
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  return api.addPasskey(made.toJSON())
}

/** Sign in with a passkey of this device. */
export async function enterWithPasskey(): Promise<Me> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await api.passkeyQuestion())
  const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  return api.passkeyAnswer(signed.toJSON())
}
