// What the pages do with passkeys. Without them, or without this script, nothing of it is shown.

const knowsPasskeys =
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential

/** What waits for a choice in the field of the address: a browser does one thing at a time. */
let waiting = new AbortController()

/** That of a mailed link: after the #, which no server sees. */
const token = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

async function optionsOf(form) {
  const answer = await fetch(form.dataset.options, { method: 'POST', body: new URLSearchParams({ token: token() }) })
  if (!answer.ok) throw new Error('No options', { cause: answer.status })
  return answer.json()
}

/** Sends what the browser has signed, as the form's answer. */
function send(form, credential) {
  if (form.elements.token) {
    form.elements.token.value = token()
    // A page that asks again has it, too: a redirect keeps what is after the #.
    form.action = new URL(location.hash, form.action).href
  }
  form.elements.credential.value = JSON.stringify(credential.toJSON())
  form.submit()
}

async function ask(form, more) {
  const options = await optionsOf(form)
  const credential =
    form.dataset.passkey === 'create'
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
      : await navigator.credentials.get({
          ...more,
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
        })
  if (credential) send(form, credential)
}

/** Offers passkeys where the address is typed. */
async function offerInField(form) {
  if (!('autofill' in form.dataset) || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  waiting = new AbortController()
  // Nothing was asked for: whatever fails, the person goes on as before.
  await ask(form, { mediation: 'conditional', signal: waiting.signal }).catch(() => undefined)
}

function prepare(form) {
  form.hidden = false
  const notices = form.querySelectorAll('[aria-live] > *')
  /** Shows the notice of this kind, or none. */
  const tell = (kind) => {
    for (const notice of notices) notice.hidden = !(kind in notice.dataset)
    form.scrollIntoView({ block: 'nearest' })
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    waiting.abort()
    tell()
    try {
      await ask(form, {})
    } catch (error) {
      // Browsers say the same where there is no passkey: the person may have dismissed nothing.
      const isOfBrowser = error instanceof DOMException
      if (!isOfBrowser) tell(error.cause === 410 ? 'gone' : 'problem')
      else if (error.name !== 'AbortError') tell('dismissed')
      void offerInField(form)
    }
  })
  void offerInField(form)
}

/** Says whether this device has passkeys of its own, which can be offered after signing in. */
async function tellOwn(field) {
  if (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()) field.value = 'yes'
}

// The page in another language takes the token along.
if (token() !== '') for (const link of document.querySelectorAll('a[hreflang]')) link.hash = location.hash

if (knowsPasskeys) {
  for (const form of document.querySelectorAll('form[data-passkey]')) prepare(form)
  for (const field of document.querySelectorAll('input[name=passkeys]')) void tellOwn(field)
} else for (const notice of document.querySelectorAll('[data-no-passkeys]')) notice.hidden = false
