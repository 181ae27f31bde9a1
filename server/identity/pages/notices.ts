import { html, raw } from 'hono/html'
import { mailPauseSeconds } from '#contract/member/auth.ts'
import type { Messages } from '../messages/messages.ts'
import { messages } from '../messages/messagesByLanguage.ts'
import { currentPasswordField, forgotPasswordLink, type FormError } from './forms.ts'
import { layout, type Markup, type PageContext } from './layout.ts'

function home({ origin, language }: PageContext): string {
  return `${origin}/${language}`
}

function linkPage(
  context: PageContext,
  texts: { title: string; text: string },
  link: { to: string; says: string },
): Markup {
  return layout(
    context,
    texts.title,
    html`<h1>${texts.title}</h1>
      <p class="lead">${texts.text}</p>
      <a class="primary" href="${link.to}">${link.says}</a>`,
  )
}

const minutesOf = (seconds: number) => Math.ceil(seconds / 60)

/**
 * Shown after a request for an account. Names the mail's recipient whether or not the address already had an account.
 *
 * @param about.waitSeconds until another mail may be sent: longer than a minute when too many were asked for
 * @param about.isAgain whether the mail was just asked for again
 */
export function checkMailPage(
  context: PageContext,
  links: { goOn: string; again: string; change: string },
  { email, waitSeconds, isAgain }: { email: string; waitSeconds: number; isAgain: boolean },
): Markup {
  const texts = messages[context.language].checkMail
  const isTooMany = waitSeconds > mailPauseSeconds
  const again = html`<form class="again" method="post" action="${links.again}">
    <p>${texts.notHere}</p>
    <button class="quiet" data-wait-seconds="${waitSeconds}" data-waiting="${texts.againIn}">${texts.again}</button>
  </form>`
  return layout(
    context,
    texts.title,
    html`<h1>${texts.title}</h1>
      ${isAgain && !isTooMany ? html`<p class="done" role="status">${texts.sentAgain}</p>` : ''}
      <p class="lead">${isTooMany ? texts.noMore(email, minutesOf(waitSeconds)) : texts.text(email)}</p>
      <p>${texts.later}</p>
      <a class="primary" href="${links.goOn}">${texts.go}</a>
      ${isTooMany ? '' : again}
      <p class="otherwise">${texts.wrong} <a href="${links.change}">${texts.change}</a></p>`,
  )
}

/** A page with one button that posts the link's token back. */
function tokenPage(
  context: PageContext,
  texts: { title: string; text: string; submit: string },
  form: { action: string; token: string },
  fields: Markup[] = [],
): Markup {
  return layout(
    context,
    texts.title,
    html`<h1>${texts.title}</h1>
      <p class="lead">${texts.text}</p>
      <form method="post" action="${form.action}">
        <input type="hidden" name="token" value="${form.token}" />
        ${fields}
        <button class="primary">${texts.submit}</button>
      </form>`,
  )
}

/**
 * The page of a mailed link. Verifying needs a button, because mail scanners open links, too, and the password, because the mail may have
 * been asked for by somebody who only claims the address.
 */
export function verifyPage(
  context: PageContext,
  email: string,
  form: { action: string; token: string },
  fault: FormError | null = null,
): Markup {
  const texts = messages[context.language].verify
  const wrong = fault && { ...fault, field: 'password' as const }
  const fields = [currentPasswordField(context, email, wrong), forgotPasswordLink(context, email)]
  return tokenPage(context, { ...texts, text: texts.text(email) }, form, fields)
}

/** Shown for a link that no longer works, with a button for a new one. */
export function linkExpiredPage(context: PageContext, form: { action: string; token: string }): Markup {
  return tokenPage(context, messages[context.language].linkExpired, form)
}

/** Shown once an address is verified; leads on to the app. */
export function verifiedPage(context: PageContext): Markup {
  const texts = messages[context.language].verified
  // There the app finds out at once, and tells a person who is signed in to another account.
  return linkPage(context, texts, { to: `${home(context)}/email-verification#verified`, says: texts.go })
}

/** A page with a message and a link back to the app. */
export function plainPage(
  context: PageContext,
  about: 'linkUnknown' | 'linkSent' | 'tooManyVisits' | 'signedOut' | 'broken' | 'unavailable',
): Markup {
  const text: Messages = messages[context.language]
  return linkPage(context, text[about], { to: home(context), says: text.back })
}

/** Shown after too many requests for a new link. */
export function tooManyMailsPage(context: PageContext, waitSeconds: number): Markup {
  const { tooManyMails, back } = messages[context.language]
  const texts = { ...tooManyMails, text: tooManyMails.text(minutesOf(waitSeconds)) }
  return linkPage(context, texts, { to: home(context), says: back })
}

/** Shown for a form whose sign-in has ended; leads back to the app, where it can begin again. */
export function pageExpiredPage(context: PageContext): Markup {
  const texts = messages[context.language].pageExpired
  return linkPage(context, texts, { to: home(context), says: texts.go })
}

/**
 * Asks before signing out, when the app's request does not prove its origin.
 *
 * @param form oidc-provider's form with its protection against forged requests; its id is `op.logoutForm`
 */
export function signOutPage(context: PageContext, form: string): Markup {
  const texts = messages[context.language].signOut
  return layout(
    context,
    texts.title,
    html`<h1>${texts.title}</h1>
      <p class="lead">${texts.text}</p>
      ${raw(form)}
      <div class="choices">
        <button class="primary" form="op.logoutForm" name="logout" value="yes">${texts.submit}</button>
        <a class="quiet" href="${home(context)}">${texts.stay}</a>
      </div>`,
  )
}
