import { useState } from 'react'
import { isInstalled } from '#src/platform/installed.ts'
import { showInstallPrompt, useInstallPrompt } from '#src/platform/installPrompt.ts'
import { keepStorageOfInstalledApp } from '#src/outbox/page/storagePersistence.ts'
import { type InstallWay, installWay } from './installWay.ts'

interface Install {
  /** Null where the app can't be installed, or is. */
  way: InstallWay | null
  /** The person has agreed to the browser's prompt. */
  isDone: boolean
  /** The steps in the browser's menu are shown. */
  showsSteps: boolean
  /** Starts the installation: by the prompt, or by showing the steps. */
  start: () => void
  closeSteps: () => void
}

/** Installing the app, in the way of this browser. Whoever installs it is asked to let it keep what it stores. */
export function useInstall(): Install {
  const hasPrompt = useInstallPrompt()
  const [isDone, setIsDone] = useState(false)
  const [showsSteps, setShowsSteps] = useState(false)
  const { userAgent, maxTouchPoints: touchPoints } = navigator
  const way = installWay({ userAgent, touchPoints, hasPrompt, isInstalled: isInstalled() })
  const prompt = async () => {
    if (!(await showInstallPrompt())) return
    setIsDone(true)
    await keepStorageOfInstalledApp()
  }
  const start = () => {
    if (way === 'prompt') prompt().catch(() => undefined)
    else setShowsSteps(true)
  }
  return { way, isDone, showsSteps, start, closeSteps: () => setShowsSteps(false) }
}
