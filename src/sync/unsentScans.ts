import { useEffect, useState } from 'react'
import { scanOutbox, watchScans } from './scanOutbox.ts'

/**
 * How many scans of any member are on this device without a final answer: for a page that belongs to nobody, which may
 * say that there are some, but not whose. 0 while that is not known, and where storage does not answer. Follows changes
 * made in any tab and in the worker.
 */
export function useUnsentOfAll(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const read = async () => {
      const found = await scanOutbox.unsentOfAll().catch(() => 0)
      setCount(found)
    }
    void read()
    return watchScans(() => void read())
  }, [])
  return count
}
