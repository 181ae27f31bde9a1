import { useEffect } from 'react'
import './hallMode.css'

/** The paper of the dark hall, as hallLight.css has it: for the system's own bars around the app. */
const hallPaper = '#0b0908'

/** Turns the app dark while the component is shown and `on`, and the system's bars around it with it. */
export function useHallLight(on: boolean): void {
  useEffect(() => {
    if (!on) return
    const root = document.documentElement
    const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
    const before = bars.map(({ content }) => content)
    root.dataset['hall'] = ''
    for (const bar of bars) bar.content = hallPaper
    return () => {
      delete root.dataset['hall']
      bars.forEach((bar, index) => {
        bar.content = before[index] ?? bar.content
      })
    }
  }, [on])
}
