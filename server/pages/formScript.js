// What the pages of forms do better with a script. Without it, they work as well.

/** A pressed button shows the password beside it. */
for (const button of document.querySelectorAll('[data-shows]')) {
  const field = document.getElementById(button.dataset.shows)
  button.hidden = false
  button.addEventListener('click', () => {
    const isShown = field.type === 'password'
    field.type = isShown ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(isShown))
  })
  // Sent as a password, which browsers neither suggest to others nor show on the way back.
  field.form.addEventListener('submit', () => {
    field.type = 'password'
    button.setAttribute('aria-pressed', 'false')
  })
}

/** A code is sent with its last digit, and once: each time counts against the few tries that it has. */
const code = document.querySelector('[data-digits]')
if (code) {
  let sent = null
  for (const hint of document.querySelectorAll('[data-scripted]')) hint.hidden = false
  code.addEventListener('input', () => {
    const typed = code.value.normalize('NFKC').replace(/[\s-]/g, '')
    if (/^\d+$/.test(typed) && typed.length === Number(code.dataset.digits)) code.form.requestSubmit()
  })
  code.form.addEventListener('submit', (event) => {
    if (sent === code.value) return event.preventDefault()
    sent = code.value
    // Where no answer comes, the button works again.
    setTimeout(() => (sent = null), 10_000)
  })
}

/**
 * The typed address goes along to the page in another language, the other form and a forgotten password: after the #,
 * which no server sees.
 */
const email = document.querySelector('input[name=email]')
if (email) {
  const carried = new URLSearchParams(location.hash.slice(1)).get('email')
  if (carried !== null) {
    email.value = carried
    history.replaceState(null, '', location.pathname + location.search)
  }
  const links = document.querySelectorAll('a[data-takes-email]')
  const carry = () => {
    for (const link of links) link.hash = email.value === '' ? '' : String(new URLSearchParams({ email: email.value }))
  }
  carry()
  email.addEventListener('input', carry)
  email.addEventListener('change', carry)
  // Browsers store what a form holds with the page that is left, and show it to whoever goes back.
  addEventListener('pagehide', () => {
    email.value = ''
    carry()
  })
}

/** A button that has to wait says how long. */
for (const button of document.querySelectorAll('[data-wait-seconds]')) {
  const label = button.textContent
  const end = Date.now() + 1000 * Number(button.dataset.waitSeconds)
  const tick = () => {
    const left = Math.ceil((end - Date.now()) / 1000)
    button.disabled = left > 0
    button.textContent = left > 0 ? button.dataset.waiting.replace('#', String(left)) : label
    if (left <= 0) clearInterval(timer)
  }
  const timer = setInterval(tick, 250)
  tick()
}
