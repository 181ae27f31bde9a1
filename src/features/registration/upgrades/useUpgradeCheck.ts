import { useEffect, useState } from 'react'
import { checkUpgrade, type UpgradeCheck } from './checkUpgrade.ts'
import { storeUpgrade, storedTokenUpgrade, type TokenUpgrade } from './upgrade.ts'
import { useRetryOnline } from './useRetryOnline.ts'

interface Checked {
  viewerId: string | undefined
  attempt: number
  check: UpgradeCheck
}

/**
 * What a kept upgrade is worth to whoever looks at the page, asked anew for each of them; null until the club has
 * answered. The tier that the club names is kept with the upgrade.
 *
 * @param viewerId the signed-in member; undefined for a guest
 */
export function useUpgradeCheck({ kind, token }: Pick<TokenUpgrade, 'kind' | 'token'>, viewerId: string | undefined) {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [attempt, setAttempt] = useState(0)
  const retry = () => setAttempt((count) => count + 1)
  useEffect(() => {
    const visit = new AbortController()
    const ask = async () => {
      const check = await checkUpgrade(kind, token)
      if (visit.signal.aborted) return
      const upgrade = storedTokenUpgrade(kind)
      if (upgrade?.token === token && 'tier' in check) storeUpgrade({ ...upgrade, tier: check.tier })
      setChecked({ viewerId, attempt, check })
    }
    void ask()
    return () => visit.abort()
  }, [kind, token, viewerId, attempt])
  const check = checked?.viewerId === viewerId ? (checked?.check ?? null) : null
  useRetryOnline(check?.kind === 'unreachable', retry)
  return { check, isAsking: check === null || checked?.attempt !== attempt, retry }
}
