"""Passkeys: a device keeps the secret and signs a challenge of ours; we keep the public half."""

import re
from typing import Any

import msgspec
import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from septet.server.errors import Denied
from septet.server.people import accounts
from septet.server.people.accounts import Passkey, Signing, User
from septet.server.people.people import People, now
from septet.server.people.sessions import PasskeyChallenge

BAD = (WebAuthnException, ValueError, TypeError, KeyError, AttributeError, RecursionError)
ID = re.compile("[A-Za-z0-9_=-]{1,400}")
SELECTION = AuthenticatorSelectionCriteria(
    resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
)


class Site(msgspec.Struct, frozen=True):
    """Where the browser is: a passkey is good for one host only."""

    host: str
    origin: str


class Passkeys:
    """Gives out challenges, and checks what devices make of them."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.store = people.store

    async def to_register(self, site: Site, user: User, name: str) -> tuple[dict[str, Any], PasskeyChallenge]:
        """What the browser needs to make a new passkey for this user."""
        had = await self.store.read(accounts.passkey_list, user.id)
        options = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name="Septet",
            user_id=user.id.encode(),
            user_name=name,
            authenticator_selection=SELECTION,
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id)) for one in had],
        )
        challenge = PasskeyChallenge(bytes_to_base64url(options.challenge), user.id, name)
        return msgspec.json.decode(webauthn.options_to_json(options)), challenge

    async def register(self, site: Site, user: User, challenge: PasskeyChallenge, credential: dict[str, Any]) -> User:
        """Keep a new passkey; a guest becomes an account with it."""
        try:
            made = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=base64url_to_bytes(challenge.text),
                expected_rp_id=site.host,
                expected_origin=site.origin,
            )
        except BAD as error:
            raise Denied("bad_passkey") from error
        passkey = Passkey(bytes_to_base64url(made.credential_id), now())
        name = challenge.name if user.guest else None
        register = accounts.register_passkey
        signing = Signing(made.credential_public_key, made.sign_count)
        return await self.store.write(register, user.id, name, passkey, signing)

    def to_sign_in(self, site: Site) -> tuple[dict[str, Any], PasskeyChallenge]:
        """What the browser needs to find a passkey of this house, whoever's it is."""
        options = webauthn.generate_authentication_options(rp_id=site.host)
        challenge = PasskeyChallenge(bytes_to_base64url(options.challenge))
        return msgspec.json.decode(webauthn.options_to_json(options)), challenge

    async def signed_in(self, site: Site, challenge: PasskeyChallenge, credential: dict[str, Any]) -> User:
        """Whose passkey has signed our challenge."""
        passkey = credential.get("id")
        if not isinstance(passkey, str) or not ID.fullmatch(passkey):
            raise Denied("bad_passkey")
        found = await self.store.read(accounts.find_passkey, passkey)
        if found is None:
            raise Denied("bad_passkey")
        owner, signing = found
        try:
            signed = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=base64url_to_bytes(challenge.text),
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=signing.public_key,
                credential_current_sign_count=signing.count,
            )
        except BAD as error:
            raise Denied("bad_passkey") from error
        await self.store.write(accounts.passkey_used, passkey, signed.new_sign_count)
        user = await self.store.read(accounts.find_user, owner)
        if user is None:
            raise Denied("bad_passkey")
        return user
