/** How a found code is felt and heard. What is seen of it is the viewfinder's. */
let audio: AudioContext | undefined

/** Whether the member has touched the page yet: before that browsers let it neither sound nor vibrate. */
function wasTouched(): boolean {
  return 'userActivation' in navigator && navigator.userActivation.hasBeenActive
}

/** Has the sound ready when it is needed, as starting it takes a moment. */
export function prepareSound(): void {
  if (!wasTouched()) return
  audio ??= 'AudioContext' in globalThis ? new AudioContext() : undefined
  if (audio?.state === 'suspended') void audio.resume().catch(() => undefined)
}

/** One short tone, an A, soft at both ends. Silent where the browser forbids it. */
export function soundFound(): void {
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

/** One short pulse, where the device can and the member has touched the page. */
export function vibrateFound(): void {
  if ('vibrate' in navigator && wasTouched()) navigator.vibrate(60)
}
