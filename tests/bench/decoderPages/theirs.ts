import { Html5Qrcode } from 'html5-qrcode'
import { offer } from './subject.ts'

/** As the specification configures it: 25 scans a second, two thirds of the shorter side. */
const configuration = {
  fps: 25,
  qrbox: (width: number, height: number) => {
    const side = Math.round((Math.min(width, height) * 2) / 3)
    return { width: side, height: side }
  },
}

let reader: Html5Qrcode | undefined

offer({
  readPhoto: async (photo) => {
    reader ??= new Html5Qrcode('reader')
    try {
      return [await reader.scanFile(new File([photo], 'photo'), false)]
    } catch {
      return []
    }
  },
  startCamera: async (place, onCode) => {
    const camera = new Html5Qrcode(place.id)
    await camera.start({ facingMode: 'environment' }, configuration, onCode, undefined)
  },
})
