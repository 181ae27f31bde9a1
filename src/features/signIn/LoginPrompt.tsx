import { Trans, useLingui } from '@lingui/react/macro'
import { useHydrated, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'

interface LoginPromptProps {
  /** The page's title; the h1. */
  title?: string
  /** Why signing in is needed here. */
  children?: ReactNode
  /** What else the person should know before. */
  notice?: ReactNode
}

/** Shown instead of a page for members only. Signing in returns to the page. */
export function LoginPrompt({ title, children, notice }: LoginPromptProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const isHydrated = useHydrated()
  const href = useRouterState({ select: ({ location }) => (isHydrated ? location.href : location.pathname) })
  return (
    <Page
      title={title ?? t`Sign in first`}
      lead={children ?? <Trans>This page is for members. Joining is free and takes about a minute.</Trans>}
      narrow
    >
      {notice}
      <ButtonRow>
        <LinkButton to="/login" search={{ return_to: href }} variant="primary">
          <Trans>Sign in</Trans>
        </LinkButton>
        <LinkButton to="/$lang/registration-free" params={{ lang }} search={{ return_to: href }}>
          <Trans>Join for free</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}
