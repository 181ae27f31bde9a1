import { useEffect } from 'react'
import { useScreenAwake } from '#src/platform/screenAwake.ts'
import './hallMode.css'
import { useScannerSettings } from './useScannerSettings.ts'

/** `--colour-paper` of hallMode.css, for the browser's own bars around the app. */
const hallPaper = '#0b0908'

/**
 * While the component is mounted and hall mode is chosen: darkens the app and the browser's bars around it, and keeps
 * the screen on.
 */
export function useHallMode(): void {
  const { hall } = useScannerSettings()
  useScreenAwake(hall)
  useEffect(() => {
    if (!hall) return
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
  }, [hall])
}
