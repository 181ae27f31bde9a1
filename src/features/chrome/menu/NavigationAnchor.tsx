import { useLingui } from '@lingui/react'
import { useLanguage } from '#src/i18n/activate.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import type { NavigationLink } from './navigation.ts'

interface NavigationAnchorProps {
  link: NavigationLink
  className?: string | undefined
}

/** A link of the navigation, marked as current only if the whole address matches. */
export function NavigationAnchor({
  link: { to, alias = '', hash, category, label },
  className,
}: NavigationAnchorProps) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  return (
    <TextLink
      to={to}
      params={{ lang, alias }}
      {...(hash !== undefined && { hash })}
      {...(category !== undefined && { search: { category } })}
      activeOptions={{ exact: true, includeHash: true, includeSearch: to === '/$lang/reward-list' }}
      className={className}
    >
      {i18n._(label)}
    </TextLink>
  )
}
