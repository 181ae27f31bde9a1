import { msg } from '@lingui/core/macro'
import { emailCodeMinutes, emailLinkHours } from '#contract/member/email.ts'
import { resetMinutes } from '#contract/member/password.ts'
import { invitationHours } from '#contract/staff/people.ts'
import type { AccountNotice } from '#server/mail/notices.ts'
import type { MailContent, Writer } from './mailContent.ts'

/** What the reader of an address is told about an account. */
export function accountMail(notice: AccountNotice, { say, dateOf }: Writer): MailContent {
  switch (notice.kind) {
    case 'address_unproved': {
      const { email, code } = notice
      return {
        subject: say(msg`Verify your email address for Club Bravo`),
        lines: [
          code === null
            ? say(msg`Open the link to confirm that ${email} is your email address.`)
            : say(
                msg`Enter this code in Club Bravo, or open the link, to confirm that ${email} is your email address.`,
              ),
        ],
        ...(code !== null && { facts: [{ term: say(msg`Your code`), value: [code], isCode: true }] }),
        link: say(msg`Verify my email`),
        after:
          code === null
            ? say(
                msg`The link is valid for ${emailLinkHours} hours. If you haven’t created a Club Bravo account, ignore this email.`,
              )
            : say(
                msg`The code is valid for ${emailCodeMinutes} minutes, the link for ${emailLinkHours} hours. If you haven’t created a Club Bravo account, ignore this email and don’t share the code.`,
              ),
      }
    }
    case 'account_exists': {
      const { email } = notice
      return {
        subject: say(msg`You already have a Club Bravo account`),
        lines: [
          say(msg`Someone, most likely you, has just tried to create a Club Bravo account with ${email}.`),
          say(msg`You already have an account: sign in with your existing password.`),
        ],
        link: say(msg`Open Club Bravo`),
        after: say(msg`If this wasn’t you, ignore this email. Your account is safe.`),
      }
    }
    case 'new_address': {
      const { email } = notice
      return {
        subject: say(msg`Confirm your new Club Bravo email address`),
        lines: [say(msg`Open the link to confirm ${email} as the email address of your Club Bravo account.`)],
        link: say(msg`Confirm my new address`),
        after: say(
          msg`The link is valid for ${emailLinkHours} hours and works once. If you haven’t asked for this, ignore this email.`,
        ),
      }
    }
    case 'address_changed': {
      const { newEmail } = notice
      return {
        subject: say(msg`Your Club Bravo email address was changed`),
        lines: [
          say(msg`The email address of your Club Bravo account is now ${newEmail}. Sign in with it from now on.`),
          say(msg`If you didn’t change it, contact us straight away:`),
        ],
        link: say(msg`Contact us`),
        after: say(msg`This is the last email to your old address.`),
      }
    }
    case 'address_corrected': {
      return {
        subject: say(msg`We’ve corrected the email address of a Club Bravo account`),
        lines: [
          say(msg`A Club Bravo account had this email address by mistake. The member has given us the right one.`),
          say(msg`If this is your account and your email address was correct, contact us straight away:`),
        ],
        link: say(msg`Contact us`),
        after: say(msg`We won’t email this address about the account again.`),
      }
    }
    case 'password_forgotten': {
      const { email } = notice
      return {
        subject: say(msg`Choose a new Club Bravo password`),
        lines: [say(msg`Someone, most likely you, has asked for a new password for the Club Bravo account ${email}.`)],
        link: say(msg`Choose a new password`),
        after: say(
          msg`The link is valid for ${resetMinutes} minutes and works once. If this wasn’t you, ignore this email: your password stays as it is.`,
        ),
      }
    }
    case 'password_changed': {
      const { email } = notice
      return {
        subject: say(msg`Your Club Bravo password was changed`),
        lines: [
          say(
            msg`The password of the Club Bravo account ${email} has just been changed, and you’ve been signed out on every device.`,
          ),
          say(msg`If this was you, there’s nothing to do. If it wasn’t, choose a new password now:`),
        ],
        link: say(msg`Choose a new password`),
        after: say(msg`If you need help, contact us.`),
      }
    }
    case 'passkey_added': {
      const { name } = notice
      return {
        subject: say(msg`A passkey was added to your Club Bravo account`),
        lines: [
          say(msg`You can now sign in to Club Bravo with a passkey: ${name}.`),
          say(msg`If this wasn’t you, remove the passkey in your account settings and change your password.`),
        ],
        link: say(msg`Open account settings`),
        after: say(msg`If you need help, contact us.`),
      }
    }
    case 'staff_invited': {
      const { by } = notice
      return {
        subject: say(msg`Join the staff of Club Bravo`),
        lines: [
          say(msg`${by} has invited you to the staff pages of Club Bravo.`),
          say(
            msg`Open the link on your work device and create a passkey there: your fingerprint, face or screen lock will sign you in from then on.`,
          ),
        ],
        link: say(msg`Join the staff`),
        after: say(
          msg`The link is valid for ${invitationHours} hours and works once. If you don’t know what this is about, ignore this email.`,
        ),
      }
    }
    case 'staff_passkey_added': {
      const { name } = notice
      return {
        subject: say(msg`A passkey was added to your Club Bravo staff sign-in`),
        lines: [
          say(msg`You can now sign in to the staff pages of Club Bravo with this passkey: ${name}.`),
          say(
            msg`If this wasn’t you, remove it under “Passkeys” in the staff pages, and tell a colleague with the Owner role straight away.`,
          ),
        ],
        link: say(msg`Open the staff pages`),
        after: say(msg`We send this email whenever a passkey is added.`),
      }
    }
    case 'account_closed': {
      const date = dateOf(notice.closesAt)
      return {
        subject: say(msg`Your Club Bravo account is closed`),
        lines: [
          say(msg`We’ve closed your Club Bravo account, as you asked, and signed you out on every device.`),
          say(
            msg`Until ${date} you can change your mind and get it back, with your points. After that, we delete your personal data for good. You’ll then lose your points, rewards we haven’t posted and miles we haven’t sent.`,
          ),
          ...(notice.wasStaff
            ? [
                say(
                  msg`You’re no longer on our staff either. If you reopen your account, ask a colleague with the Owner role for a new invitation.`,
                ),
              ]
            : []),
        ],
        link: say(msg`Reopen my account`),
        after: say(msg`If you didn’t ask for this, reopen your account and change your password.`),
      }
    }
  }
}
