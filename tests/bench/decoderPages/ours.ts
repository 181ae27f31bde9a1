import { CodeDetector } from '#src/features/scan/capture/decoder/decoder.ts'
import { Scanner } from '#src/features/scan/capture/scanner.ts'
import { slowWorkers } from './slowWorkers.ts'
import { offer } from './subject.ts'

const slowness = Number(new URLSearchParams(location.search).get('slowness') ?? 1)
if (slowness > 1) slowWorkers(slowness)

const detector = new CodeDetector()

offer({
  readPhoto: async (photo) => {
    const bitmap = await createImageBitmap(photo)
    return (await detector.detect(bitmap)).map(({ rawValue }) => rawValue)
  },
  startCamera: async (place, onCode) => {
    const scanner = new Scanner(place, detector, {
      onState: () => undefined,
      onCodes: () => {
        onCode()
        return scanner.stop()
      },
      onUnusable: () => undefined,
    })
    await scanner.start()
  },
})
