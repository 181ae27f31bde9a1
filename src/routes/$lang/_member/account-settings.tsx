import { createFileRoute } from '@tanstack/react-router'
import { AccountSettingsPage } from '#src/features/account/settings/AccountSettingsPage.tsx'

// Without a loader, which home would load: the page reads its queries itself.
export const Route = createFileRoute('/$lang/_member/account-settings')({ component: AccountSettingsPage })
