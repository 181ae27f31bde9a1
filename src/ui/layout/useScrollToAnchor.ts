import { useLocation } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'

/**
 * Scrolls to the anchor of the address (`#membership-tiers`) once the page's contents are rendered. The router scrolls
 * when it renders the page, and finds no such element if the contents load later.
 *
 * @param isThere whether the contents are rendered
 */
export function useScrollToAnchor(isThere: boolean): void {
  const hash = useLocation({ select: (location) => location.hash })
  const wasThere = useRef(isThere)
  useLayoutEffect(() => {
    if (isThere && !wasThere.current && hash !== '') document.getElementById(hash)?.scrollIntoView()
    wasThere.current = isThere
  }, [isThere, hash])
}
