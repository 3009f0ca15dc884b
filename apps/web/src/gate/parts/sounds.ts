import { siteStorage } from '../../session/storage.ts'

/** The signals that the staff hear and feel without looking. */
export type Signal = 'go' | 'proof' | 'stop' | 'wait' | 'ask'

interface Tone {
  readonly hertz: number
  readonly ms: number
}

/**
 * Each outcome has its own: two notes that rise, with a third for a proof; a low buzz, twice; one high note and one low; one note in the middle.
 */
const TONES: Readonly<Record<Signal, readonly Tone[]>> = {
  go: [
    { hertz: 880, ms: 90 },
    { hertz: 1320, ms: 160 },
  ],
  proof: [
    { hertz: 880, ms: 90 },
    { hertz: 1320, ms: 90 },
    { hertz: 1760, ms: 240 },
  ],
  stop: [
    { hertz: 180, ms: 220 },
    { hertz: 180, ms: 320 },
  ],
  wait: [
    { hertz: 660, ms: 160 },
    { hertz: 330, ms: 300 },
  ],
  ask: [{ hertz: 520, ms: 260 }],
}

/** In ms: on, off, on. */
const VIBRATIONS: Readonly<Record<Signal, readonly number[]>> = {
  go: [70],
  proof: [70, 60, 70],
  stop: [260, 90, 260],
  wait: [180, 90, 90],
  ask: [140],
}

const GAP_S = 0.05
const LOUDNESS = 0.4
const MUTED = 'gate-muted'

let context: AudioContext | undefined

/** Browsers let a page be heard after it was touched: called at every touch. */
export function allowSound(): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume().catch(() => undefined)
}

export function isMuted(): boolean {
  return siteStorage.getItem(MUTED) === 'yes'
}

export function setMuted(muted: boolean): void {
  if (muted) siteStorage.setItem(MUTED, 'yes')
  else siteStorage.removeItem(MUTED)
}

/** A device that is muted still vibrates. */
export function signal(kind: Signal): void {
  if ('vibrate' in navigator) navigator.vibrate([...VIBRATIONS[kind]])
  if (!isMuted() && context?.state === 'running') play(context, TONES[kind])
}

function play(audio: AudioContext, tones: readonly Tone[]): void {
  let start = audio.currentTime
  for (const { hertz, ms } of tones) {
    const oscillator = audio.createOscillator()
    const gain = audio.createGain()
    const end = start + ms / 1_000
    oscillator.type = hertz < 400 ? 'square' : 'sine'
    oscillator.frequency.value = hertz
    // Without an edge there is a click.
    gain.gain.setValueAtTime(0, start)
    gain.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01)
    gain.gain.linearRampToValueAtTime(0, end)
    oscillator.connect(gain).connect(audio.destination)
    oscillator.start(start)
    oscillator.stop(end)
    start = end + GAP_S
  }
}
