import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)

/** A moment in Hong Kong's time, to be formatted. */
export function inHongKong(moment: Date): Dayjs {
  return dayjs(moment).utcOffset(8 * 60)
}
