import { type BrowserContext, type ConsoleMessage, expect, type Worker } from '@playwright/test'

/** Collects the errors of a browser. */
export interface BrowserErrors {
  /** Announces an error that the test expects. */
  allow: (complaint: RegExp) => void
  /** Fails if there was an error that was not announced. */
  expectNone: () => void
  /** Forgets what was announced, and what was collected: another test begins. */
  forget: () => void
}

/**
 * Watches every page and worker of a context: errors on the console, uncaught errors, and violations of the Content
 * Security Policy and of Trusted Types. Violations can never be announced.
 */
export async function collectBrowserErrors(context: BrowserContext): Promise<BrowserErrors> {
  const complaints: string[] = []
  const violations: string[] = []
  const allowed: RegExp[] = []

  const onMessage = (message: ConsoleMessage) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  }
  context.on('console', onMessage)
  context.on('weberror', (error) => complaints.push(String(error.error().stack ?? error.error())))
  context.on('serviceworker', (worker: Worker) => worker.on('console', onMessage))
  await context.exposeBinding('reportViolation', (_source, text: string) => violations.push(text))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const where = `${event.sourceFile}:${event.lineNumber}`
      const report: unknown = Reflect.get(globalThis, 'reportViolation')
      if (typeof report === 'function') {
        report(`${event.violatedDirective} blocked ${event.blockedURI || event.sample} at ${where}`)
      }
    })
  })
  return {
    allow: (complaint) => allowed.push(complaint),
    forget: () => {
      for (const list of [complaints, violations, allowed]) list.splice(0)
    },
    expectNone: () => {
      expect(violations, 'violations of the content security policy').toEqual([])
      const unexpected = complaints.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint)))
      expect(unexpected, 'complaints of the browser').toEqual([])
    },
  }
}

/**
 * Chromium prints this for every request that fails or gets an error status, the last for the service worker's script:
 * tests of such requests announce it.
 */
export const failedRequests = /Failed to load resource|net::ERR_|error occurred when fetching the script/
