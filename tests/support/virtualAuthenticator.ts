import type { CDPSession, Page } from '@playwright/test'

/** A passkey device of a page's browser. */
export interface VirtualAuthenticator {
  /** How many passkeys it has. */
  count: () => Promise<number>
  /** Whether the person proves who they are when asked, from now on. */
  verify: (isVerified: boolean) => Promise<void>
  session: CDPSession
}

/** Gives a page's browser a device of its own that makes passkeys, whose owner is there and proves it. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    session,
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    verify: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}
