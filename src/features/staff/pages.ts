import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PermissionName } from '#contract/staff/roles.ts'

interface Page {
  title: MessageDescriptor
  /** Whoever may do one of these sees the page. */
  needs: readonly PermissionName[]
}

/** The pages by address, in the order of the navigation. `routes.tsx` has what each shows. */
export const pages = {
  '/today': { title: msg`Today`, needs: ['session_read'] },
  '/counter': { title: msg`Counter`, needs: ['member_search'] },
  '/applications': { title: msg`Applications`, needs: ['application_read'] },
  '/member': { title: msg`Member`, needs: ['member_read'] },
  '/sending': { title: msg`To send`, needs: ['parcel_read', 'conversion_read', 'refund_read'] },
  '/events': { title: msg`Events`, needs: ['event_read'] },
  '/tickets': { title: msg`Tickets`, needs: ['ticket_read'] },
  '/figures': { title: msg`Figures`, needs: ['figures_read'] },
  '/links': { title: msg`Upgrade links`, needs: ['upgrade_read'] },
  '/emails': { title: msg`Emails`, needs: ['mail_resend'] },
  '/people': { title: msg`People`, needs: ['staff_read'] },
  '/keys': { title: msg`API keys`, needs: ['key_manage'] },
  '/log': { title: msg`Log`, needs: ['act_read'] },
} as const satisfies Record<string, Page>
