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
