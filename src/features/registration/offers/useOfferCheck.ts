import { useEffect, useState } from 'react'
import { checkOffer, type OfferCheck } from './checkOffer.ts'
import { storeOffer, storedTokenOffer, type TokenOffer } from './offer.ts'
import { useRetryOnline } from './useRetryOnline.ts'

interface Checked {
  viewerId: string | undefined
  attempt: number
  check: OfferCheck
}

/**
 * What a kept offer is worth to whoever looks at the page, asked anew for each of them; null until the club has answered. The tier that the
 * club names is kept with the offer.
 *
 * @param viewerId the signed-in member; undefined for a guest
 */
export function useOfferCheck({ kind, token }: Pick<TokenOffer, 'kind' | 'token'>, viewerId: string | undefined) {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [attempt, setAttempt] = useState(0)
  const retry = () => setAttempt((count) => count + 1)
  useEffect(() => {
    const visit = new AbortController()
    const ask = async () => {
      const check = await checkOffer(kind, token)
      if (visit.signal.aborted) return
      const offer = storedTokenOffer(kind)
      if (offer?.token === token && 'tier' in check) storeOffer({ ...offer, tier: check.tier })
      setChecked({ viewerId, attempt, check })
    }
    void ask()
    return () => visit.abort()
  }, [kind, token, viewerId, attempt])
  const check = checked?.viewerId === viewerId ? (checked?.check ?? null) : null
  useRetryOnline(check?.kind === 'unreachable', retry)
  return { check, isAsking: check === null || checked?.attempt !== attempt, retry }
}
