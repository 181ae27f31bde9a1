import { useLocation } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'

/**
 * Leads to the place that the address ends in (`#membership-tiers`) once the page's contents are there. The router has looked for it
 * when it drew the page, and found nothing where the contents came later.
 *
 * @param isThere whether the contents are drawn
 */
export function useScrollToAnchor(isThere: boolean): void {
  const hash = useLocation({ select: (location) => location.hash })
  const wasThere = useRef(isThere)
  useLayoutEffect(() => {
    if (isThere && !wasThere.current && hash !== '') document.getElementById(hash)?.scrollIntoView()
    wasThere.current = isThere
  }, [isThere, hash])
}
