import { wasTouched } from '#src/features/scan/vibration.ts'

/** The sound for a found code. The viewfinder shows the visual feedback. */
let audio: AudioContext | undefined

/** Prepares the sound in advance, because starting audio takes a moment. */
export function prepareSound(): void {
  if (!wasTouched()) return
  audio ??= 'AudioContext' in globalThis ? new AudioContext() : undefined
  if (audio?.state === 'suspended') void audio.resume().catch(() => undefined)
}

/** One short tone, an A, soft at both ends. Silent if the browser forbids it. */
export function playFoundSound(): void {
  prepareSound()
  if (audio?.state !== 'running') return
  const [start, length] = [audio.currentTime, 0.16]
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = 880
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(0.25, start + 0.015)
  volume.gain.exponentialRampToValueAtTime(0.001, start + length)
  tone.connect(volume).connect(audio.destination)
  tone.start(start)
  tone.stop(start + length)
}
