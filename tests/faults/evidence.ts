import type { Page } from 'playwright-core'
import type { Proxy } from '#tests/support/proxy.ts'

/** What a browser has promised by what it showed and sent, observed from outside until it was killed. */
export interface Evidence {
  /** Scans that were shown as saved or sent: both may happen only after they were committed on the phone. */
  saved: ReadonlySet<string>
  /** Scans whose points were requested, which may happen only after the member's confirmation was committed. */
  confirmed: ReadonlySet<string>
}

/** Collects evidence from now on. The sets grow while the page lives. */
export function gatherEvidence(page: Page, proxy: Proxy): Evidence & { stop: () => void } {
  const saved = new Set<string>()
  const confirmed = new Set<string>()
  page.on('framenavigated', (frame) => {
    const { pathname, searchParams } = new URL(frame.url())
    if (!pathname.endsWith('/scan-preview')) return
    for (const id of searchParams.get('scan')?.split(',') ?? []) saved.add(id)
  })
  const stop = proxy.watch({ path: /\/(?:scan|verify)-ticket$/ }, (stage, { path, headers }) => {
    const id = headers['idempotency-key']
    if (stage !== 'arrived' || typeof id !== 'string') return
    saved.add(id)
    if (path.endsWith('/verify-ticket')) confirmed.add(id)
  })
  return { saved, confirmed, stop }
}
