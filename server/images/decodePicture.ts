// The program of a child process: decodes the picture on its standard input, and exits with 0 if it is whole.
// Whatever a stranger's file does to a decoder, it does here, within these limits.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

/** What a pixel of a photograph has: three channels of 8 bits. Some have twice as much, and take twice as long. */
const photographBits = 24
/** 40 megapixels of a photograph: more than a phone's camera takes. */
const maxBits = 40_000_000 * photographBits
/** An interlaced picture is held in memory as a whole until its end. */
const maxInterlacedBits = 10_000_000 * photographBits
const maxMemoryBytes = 256 * 1024 * 1024
const maxCpuMicroseconds = 3_000_000

const isOverLimit = () => {
  const { user, system } = process.cpuUsage()
  return process.memoryUsage.rss() > maxMemoryBytes || user + system > maxCpuMicroseconds
}
// Decoding happens on another thread, so that the timer goes on. An exit would wait for that thread.
setInterval(() => {
  if (isOverLimit()) process.kill(process.pid)
}, 5).unref()

sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

const picture = sharp(await buffer(process.stdin), {
  limitInputPixels: maxBits / 8,
  failOn: 'truncated',
  sequentialRead: true,
})
const { width, height, channels, depth, isProgressive } = await picture.metadata()
const bits = width * height * channels * (depth === 'uchar' ? 8 : 16)
if (bits > (isProgressive ? maxInterlacedBits : maxBits)) process.exit(1)
await picture.resize(16).toBuffer()
