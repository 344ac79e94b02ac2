// Five short sounds, made on the spot: a card, a token, your turn, a claim won, a claim lost.

import { settings } from './settings.svelte'

export type Sound = 'card' | 'token' | 'turn' | 'won' | 'lost'

let desk: AudioContext | null = null

/** Browsers let nothing sound before the first click or key. What was pressed is drawn first: to open the desk takes time. */
export function allowSounds(): void {
  const open = (): void => void (desk ??= new AudioContext()).resume()
  const allow = (): void =>
    void ('requestIdleCallback' in window ? requestIdleCallback(open, { timeout: 1_000 }) : setTimeout(open, 200))
  addEventListener('pointerdown', allow, { once: true })
  addEventListener('keydown', allow, { once: true })
}

function tone(on: AudioContext, kind: OscillatorType, hertz: number, from: number, length: number, loud: number): void {
  const voice = on.createOscillator()
  const volume = on.createGain()
  const start = on.currentTime + from
  voice.type = kind
  voice.frequency.value = hertz
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(loud, start + 0.008)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length)
  voice.connect(volume).connect(on.destination)
  voice.start(start)
  voice.stop(start + length + 0.02)
}

let breath: AudioBuffer | null = null

/** Noise that dies away. */
function breathOn(on: AudioContext): AudioBuffer {
  const buffer = on.createBuffer(1, on.sampleRate * 0.09, on.sampleRate)
  const data = buffer.getChannelData(0)
  for (let i = 0; i < data.length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2
  return buffer
}

/** Paper on wood: a breath of noise through a filter. */
function brush(on: AudioContext): void {
  const noise = on.createBufferSource()
  const filter = on.createBiquadFilter()
  const volume = on.createGain()
  noise.buffer = breath ??= breathOn(on)
  filter.type = 'bandpass'
  filter.frequency.value = 1800
  volume.gain.value = 0.35
  noise.connect(filter).connect(volume).connect(on.destination)
  noise.start()
}

const PLAYED: Readonly<Record<Sound, (on: AudioContext) => void>> = {
  card: brush,
  token: (on) => {
    tone(on, 'triangle', 1320, 0, 0.12, 0.16)
    tone(on, 'sine', 1980, 0.03, 0.16, 0.1)
  },
  turn: (on) => {
    tone(on, 'sine', 523, 0, 0.18, 0.14)
    tone(on, 'sine', 784, 0.11, 0.26, 0.14)
  },
  won: (on) => [523, 659, 784, 1047].forEach((hertz, i) => tone(on, 'triangle', hertz, i * 0.07, 0.22, 0.13)),
  lost: (on) => {
    tone(on, 'sawtooth', 196, 0, 0.2, 0.07)
    tone(on, 'sawtooth', 147, 0.12, 0.3, 0.07)
  },
}

export function play(sound: Sound): void {
  if (settings.sound && desk?.state === 'running') PLAYED[sound](desk)
}
