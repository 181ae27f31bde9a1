import { msg } from '@lingui/core/macro'
import * as v from 'valibot'
import { emailCodeMinutes, emailLinkHours } from '#contract/member/email.ts'
import { resetMinutes } from '#contract/member/password.ts'
import { invitationHours } from '#contract/staff/people.ts'
import { mail, Moment } from './mailKind.ts'

/**
 * The mails about an account, to the reader of an address. `email`: the account's, or the new one; `token`, and what
 * `path` ends with: the link's secret, of which only the hash is stored elsewhere.
 */
export const accountMails = {
  test_email: mail({
    when: '`mails test`',
    facts: {},
    page: (_facts, language) => `/${language}`,
    write: (_facts, { say }) => ({
      subject: say(msg`A test email from Club Bravo`),
      lines: [say(msg`Club Bravo can send emails: this one has arrived.`)],
      link: say(msg`Open Club Bravo`),
      after: say(msg`The club’s operator has sent this to test its emails. There’s nothing to do.`),
    }),
  }),
  address_unproved: mail({
    when: 'To verify the address: someone creates an account, or they or staff ask for the email again',
    // The code proves the address where it was asked for.
    facts: { email: v.string(), code: v.nullable(v.string()), path: v.string() },
    page: ({ path }) => path,
    write: ({ email, code }, { say }) => ({
      subject: say(msg`Verify your email address for Club Bravo`),
      lines: [
        code === null
          ? say(msg`Open the link to confirm that ${email} is your email address.`)
          : say(msg`Enter this code in Club Bravo, or open the link, to confirm that ${email} is your email address.`),
      ],
      ...(code !== null && { code: { term: say(msg`Your code`), value: code } }),
      link: say(msg`Verify my email`),
      after:
        code === null
          ? say(
              msg`The link is valid for ${emailLinkHours} hours. If you haven’t created a Club Bravo account, ignore this email.`,
            )
          : say(
              msg`The code is valid for ${emailCodeMinutes} minutes, the link for ${emailLinkHours} hours. If you haven’t created a Club Bravo account, ignore this email and don’t share the code.`,
            ),
    }),
  }),
  account_exists: mail({
    when: 'Someone creates an account with an address that already has one',
    facts: { email: v.string() },
    page: (_facts, language) => `/${language}`,
    write: ({ email }, { say }) => ({
      subject: say(msg`You already have a Club Bravo account`),
      lines: [
        say(msg`Someone, most likely you, has just tried to create a Club Bravo account with ${email}.`),
        say(msg`You already have an account: sign in with your existing password.`),
      ],
      link: say(msg`Open Club Bravo`),
      after: say(msg`If this wasn’t you, ignore this email. Your account is safe.`),
    }),
  }),
  new_address: mail({
    when: 'A member asks for another address; to the new one, to confirm it',
    facts: { email: v.string(), token: v.string() },
    // After the hash, which browsers send to nobody; so in the other links.
    page: ({ token }) => `confirm-email#token=${token}`,
    write: ({ email }, { say }) => ({
      subject: say(msg`Confirm your new Club Bravo email address`),
      lines: [say(msg`Open the link to confirm ${email} as the email address of your Club Bravo account.`)],
      link: say(msg`Confirm my new address`),
      after: say(
        msg`The link is valid for ${emailLinkHours} hours and works once. If you haven’t asked for this, ignore this email.`,
      ),
    }),
  }),
  address_changed: mail({
    when: 'A member has confirmed a new address, or staff have changed a lost one; to the old one',
    facts: { newEmail: v.string() },
    page: 'contact-us',
    write: ({ newEmail }, { say }) => ({
      subject: say(msg`Your Club Bravo email address was changed`),
      lines: [
        say(msg`The email address of your Club Bravo account is now ${newEmail}. Sign in with it from now on.`),
        say(msg`If you didn’t change it, contact us straight away:`),
      ],
      link: say(msg`Contact us`),
      after: say(msg`This is the last email to your old address.`),
    }),
  }),
  address_corrected: mail({
    when: 'Staff have corrected the address; to the old one',
    facts: {},
    page: 'contact-us',
    write: (_facts, { say }) => ({
      subject: say(msg`We’ve corrected the email address of a Club Bravo account`),
      lines: [
        say(msg`A Club Bravo account had this email address by mistake. The member has given us the right one.`),
        say(msg`If this is your account and your email address was correct, contact us straight away:`),
      ],
      link: say(msg`Contact us`),
      after: say(msg`We won’t email this address about the account again.`),
    }),
  }),
  address_change_begun: mail({
    when: 'Two of the staff change a lost address; to the old one, with the link that ends it',
    facts: { newEmail: v.string(), dueAt: Moment, token: v.string() },
    page: ({ token }, language) => `/identity/keep-address?${new URLSearchParams({ lang: language, token })}`,
    write: ({ newEmail, dueAt }, { say, timeOf }) => {
      const time = timeOf(dueAt)
      return {
        subject: say(msg`The email address of a Club Bravo account is about to change`),
        lines: [
          say(
            msg`A member has asked our staff to change the email address of their account to ${newEmail}. Two of us have checked the request.`,
          ),
          say(
            msg`We’ll change it on ${time}, or later if the new address isn’t confirmed by then, and sign the account out on every device. From then on, sign in with the new address. If you don’t know the password, choose “Forgot your password?”.`,
          ),
          say(msg`If you don’t know about this, stop the change:`),
        ],
        link: say(msg`Stop the change`),
        after: say(msg`You’re receiving this because the change is about this address.`),
      }
    },
  }),
  address_to_confirm: mail({
    when: 'Two of the staff change a lost address; to the new one, with the link that confirms it or ends the change',
    facts: { newEmail: v.string(), dueAt: Moment, token: v.string() },
    page: ({ token }, language) => `/identity/new-address?${new URLSearchParams({ lang: language, token })}`,
    write: ({ newEmail, dueAt }, { say, timeOf }) => {
      const time = timeOf(dueAt)
      return {
        subject: say(msg`Is this the new email address of your Club Bravo account?`),
        lines: [
          say(
            msg`A member has asked our staff to change the email address of their account to ${newEmail}. If that was you, confirm that the address is yours. Without that, we don’t change it.`,
          ),
          say(
            msg`Once you’ve confirmed it, we’ll change it on ${time} and sign the account out on every device. From then on, sign in with the new address. If you don’t know the password, choose “Forgot your password?”.`,
          ),
        ],
        link: say(msg`Confirm or stop the change`),
        after: say(msg`If you don’t know about this, stop the change with the link, or ignore this email.`),
      }
    },
  }),
  address_not_changed: mail({
    when: 'The change of a lost address was stopped or can’t be made; to both addresses',
    facts: { newEmail: v.string() },
    page: 'contact-us',
    write: ({ newEmail }, { say }) => ({
      subject: say(msg`The email address of a Club Bravo account stays as it is`),
      lines: [
        say(
          msg`We told you that we’d change the email address of a Club Bravo account to ${newEmail}. We won’t: the change was stopped, or something didn’t allow it.`,
        ),
        say(msg`If you still need the change, contact us.`),
      ],
      link: say(msg`Contact us`),
      after: say(msg`You’re receiving this because the change was about this address.`),
    }),
  }),
  password_forgotten: mail({
    when: 'A member asks for a new password',
    facts: { email: v.string(), token: v.string() },
    page: ({ token }) => `change-password#token=${token}`,
    write: ({ email }, { say }) => ({
      subject: say(msg`Choose a new Club Bravo password`),
      lines: [say(msg`Someone, most likely you, has asked for a new password for the Club Bravo account ${email}.`)],
      link: say(msg`Choose a new password`),
      after: say(
        msg`The link is valid for ${resetMinutes} minutes and works once. If this wasn’t you, ignore this email: your password stays as it is.`,
      ),
    }),
  }),
  password_changed: mail({
    when: 'A member has changed or reset the password',
    facts: { email: v.string() },
    page: 'forgot-password',
    write: ({ email }, { say }) => ({
      subject: say(msg`Your Club Bravo password was changed`),
      lines: [
        say(
          msg`The password of the Club Bravo account ${email} has just been changed, and you’ve been signed out on every device.`,
        ),
        say(msg`If this was you, there’s nothing to do. If it wasn’t, choose a new password now:`),
      ],
      link: say(msg`Choose a new password`),
      after: say(msg`If you need help, contact us.`),
    }),
  }),
  passkey_added: mail({
    when: 'An account gets a passkey; with its name',
    facts: { name: v.string() },
    page: 'account-settings',
    write: ({ name }, { say }) => ({
      subject: say(msg`A passkey was added to your Club Bravo account`),
      lines: [
        say(msg`You can now sign in to Club Bravo with a passkey: ${name}.`),
        say(msg`If this wasn’t you, remove the passkey in your account settings and change your password.`),
      ],
      link: say(msg`Open account settings`),
      after: say(msg`If you need help, contact us.`),
    }),
  }),
  passkey_removed: mail({
    when: 'A member removes a passkey; with its name',
    facts: { name: v.string() },
    page: 'account-settings',
    write: ({ name }, { say }) => ({
      subject: say(msg`A passkey was removed from your Club Bravo account`),
      lines: [
        say(msg`You can no longer sign in to Club Bravo with this passkey: ${name}.`),
        say(msg`If this wasn’t you, change your password straight away.`),
      ],
      link: say(msg`Open account settings`),
      after: say(msg`If you need help, contact us.`),
    }),
  }),
  staff_invited: mail({
    when: 'An owner invites someone in the browser; with the link, for 24 hours',
    // Who invites, and the page that answers, with its secret.
    facts: { by: v.string(), path: v.string() },
    page: ({ path }) => path,
    write: ({ by }, { say }) => ({
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
    }),
  }),
  staff_passkey_added: mail({
    when: 'A member of staff adds another passkey; with its name',
    facts: { name: v.string() },
    page: (_facts, language) => `/staff/${language}/today`,
    write: ({ name }, { say }) => ({
      subject: say(msg`A passkey was added to your Club Bravo staff sign-in`),
      lines: [
        say(msg`You can now sign in to the staff pages of Club Bravo with this passkey: ${name}.`),
        say(
          msg`If this wasn’t you, remove it under “Passkeys” in the staff pages, and tell a colleague with the Owner role straight away.`,
        ),
      ],
      link: say(msg`Open the staff pages`),
      after: say(msg`We send this email whenever a passkey is added.`),
    }),
  }),
  account_closed: mail({
    when: 'A member closes the account, or staff do, with the reason; with the day until which it can be reopened',
    // The staff's; null where the member has closed it.
    facts: { closesAt: Moment, wasStaff: v.boolean(), reason: v.nullable(v.string()), token: v.string() },
    page: ({ token }) => `reopen-account#token=${token}`,
    write: ({ closesAt, wasStaff, reason }, { say, dateOf }) => {
      const date = dateOf(closesAt)
      return {
        subject: say(msg`Your Club Bravo account is closed`),
        lines: [
          ...(reason === null
            ? [say(msg`We’ve closed your Club Bravo account, as you asked, and signed you out on every device.`)]
            : [
                say(
                  msg`Our staff have closed your Club Bravo account and signed you out on every device, for this reason:`,
                ),
                reason,
              ]),
          say(
            msg`Until ${date} you can change your mind and get it back, with your points. After that, we delete your personal data for good. You’ll then lose your points, rewards we haven’t posted and miles we haven’t sent.`,
          ),
          ...(wasStaff
            ? [
                say(
                  msg`You’re no longer on our staff either. If you reopen your account, ask a colleague with the Owner role for a new invitation.`,
                ),
              ]
            : []),
        ],
        link: say(msg`Reopen my account`),
        after:
          reason === null
            ? say(msg`If you didn’t ask for this, reopen your account and change your password.`)
            : say(msg`If you don’t agree, reopen your account or contact us.`),
      }
    },
  }),
}
