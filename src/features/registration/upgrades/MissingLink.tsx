import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { flows } from '../flows.ts'
import { AnotherWay } from './AnotherWay.tsx'
import { formOf, type TokenKind } from './upgrade.ts'
import { UpgradeActions } from './UpgradeActions.tsx'
import { upgradeMessages } from './upgradeMessages.ts'

/** The page without a token: what is needed, and the ways to go on without it. */
export function MissingLink({ kind, isVisitor }: { kind: TokenKind; isVisitor: boolean }) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  return (
    <>
      <Notice tone="info" title={<Trans>Open your personal link</Trans>}>
        <p>{i18n._(upgradeMessages[kind].missing)}</p>
      </Notice>
      {isVisitor ? (
        <>
          <p>
            <Trans>Have you redeemed it before? Sign in, and your account shows your tier.</Trans>
          </p>
          <UpgradeActions>
            <LinkButton
              to="/login"
              state={{ returnTo: flows[formOf[kind]].page.replace('$lang', lang) }}
              variant="primary"
              size="large"
            >
              <Trans>Sign in</Trans>
            </LinkButton>
            <LinkButton to="/$lang/registration" params={{ lang }} size="large">
              <Trans>Join for free</Trans>
            </LinkButton>
          </UpgradeActions>
        </>
      ) : (
        <UpgradeActions>
          <AnotherWay variant="primary" />
        </UpgradeActions>
      )}
    </>
  )
}
