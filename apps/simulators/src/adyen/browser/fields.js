// The page inside the frame: it alone sees the card, and exchanges it for opaque texts.
{
  const { texts, storeOrigins } = JSON.parse(document.getElementById('settings').textContent)
  const FIELDS = ['number', 'expiry', 'cvc', 'holder']
  // By adyen-web's names.
  const NAMES = {
    number: 'encryptedCardNumber',
    expiry: 'encryptedExpiryDate',
    cvc: 'encryptedSecurityCode',
    holder: 'holderName',
  }

  const form = document.querySelector('form')
  const input = Object.fromEntries(FIELDS.map(name => [name, document.getElementById(name)]))
  const shown = {}
  let text = texts.en
  let line
  let hasHolder = false
  let needsHolder = false
  let exchanged = { of: '', card: undefined }

  const digits = name => input[name].value.normalize('NFKC').replaceAll(/\D/g, '')
  const isAmex = () => /^3[47]/.test(digits('number'))
  const tell = message => line?.postMessage(message)

  const passesLuhn = number => {
    const values = Array.from(number).reverse().map(Number)
    const doubled = values.map((digit, place) => (place % 2 ? digit * 2 - (digit > 4 ? 9 : 0) : digit))
    return doubled.reduce((sum, digit) => sum + digit, 0) % 10 === 0
  }

  const problemOf = {
    number() {
      if (digits('number').length < 13) return 'numberIncomplete'
      return passesLuhn(digits('number')) ? undefined : 'numberInvalid'
    },
    expiry() {
      const value = digits('expiry')
      if (value.length < 4) return 'expiryIncomplete'
      const month = Number(value.slice(0, 2))
      if (month < 1 || month > 12) return 'expiryInvalid'
      return Date.UTC(2000 + Number(value.slice(2)), month, 1, 12) <= Date.now() ? 'expiryPast' : undefined
    },
    cvc: () => (digits('cvc').length === (isAmex() ? 4 : 3) ? undefined : 'cvcIncomplete'),
    holder: () => (needsHolder && input.holder.value.trim() === '' ? 'holderMissing' : undefined),
  }

  const groups = (value, lengths) => {
    let start = 0
    return lengths.map(length => value.slice(start, (start += length))).filter(part => part !== '')
  }
  const format = {
    number: value => groups(value, isAmex() ? [4, 6, 5] : [4, 4, 4, 4, 3]).join(' '),
    expiry(value) {
      const padded = /^([2-9]|1[3-9])/.test(value) ? `0${value}` : value
      // A filled-in year may have four digits.
      const year = padded.length >= 6 ? padded.slice(4, 6) : padded.slice(2, 4)
      return year === '' ? padded.slice(0, 2) : `${padded.slice(0, 2)} / ${year}`
    },
    cvc: value => value.slice(0, 4),
  }

  /** Rewrites the field in its usual shape; the caret stays where it is unless it was at the end. */
  const reshape = name => {
    const field = input[name]
    const caret = field.selectionStart
    const atEnd = caret === field.value.length
    const value = format[name]?.(digits(name)) ?? field.value
    if (value === field.value) return
    field.value = value
    if (!atEnd && document.activeElement === field) field.setSelectionRange(caret, caret)
  }

  const show = (name, problem) => {
    shown[name] = problem
    document.getElementById(`${name}-error`).textContent = problem === undefined ? '' : text[problem]
    input[name].setAttribute('aria-invalid', String(problem !== undefined))
  }

  const typed = () => ({
    number: digits('number'),
    month: digits('expiry').slice(0, 2),
    year: digits('expiry').slice(2, 4),
    code: digits('cvc'),
  })
  const isTypedValid = () => FIELDS.every(name => problemOf[name]() === undefined)

  /** The opaque texts of what is typed now, once they have come. */
  const exchange = async () => {
    const card = typed()
    const of = JSON.stringify(card)
    if (exchanged.of === of) return
    exchanged = { of, card: undefined }
    try {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch('/adyen/cards', { method: 'POST', headers, body: of })
      if (exchanged.of !== of) return
      if (response.ok) exchanged.card = await response.json()
      else show('number', 'numberInvalid')
    } catch {
      exchanged = { of: '', card: undefined }
      show('number', 'unreachable')
    }
    report()
  }

  const report = () => {
    const isValid = isTypedValid() && exchanged.card !== undefined && exchanged.of === JSON.stringify(typed())
    tell({
      kind: 'change',
      isValid,
      card: isValid ? exchanged.card : {},
      holderName: hasHolder ? input.holder.value.trim() : '',
      valid: Object.fromEntries(FIELDS.map(name => [NAMES[name], problemOf[name]() === undefined])),
      errors: Object.fromEntries(
        FIELDS.map(name => [
          NAMES[name],
          shown[name] === undefined
            ? null
            : {
                isValid: false,
                error: shown[name],
                errorMessage: text[shown[name]],
                errorI18n: text[shown[name]],
              },
        ]),
      ),
    })
  }

  const changed = name => {
    reshape(name)
    if (shown[name] !== undefined && problemOf[name]() === undefined) show(name, undefined)
    if (isTypedValid()) void exchange()
    report()
  }

  for (const name of FIELDS) {
    const field = input[name]
    field.addEventListener('input', event => event.isComposing || changed(name))
    field.addEventListener('compositionend', () => changed(name))
    field.addEventListener('focus', () => tell({ kind: 'focus', name: NAMES[name], focus: true }))
    field.addEventListener('blur', () => {
      if (field.value !== '') show(name, problemOf[name]())
      report()
      tell({ kind: 'focus', name: NAMES[name], focus: false })
    })
  }

  form.addEventListener('submit', event => {
    event.preventDefault()
    tell({ kind: 'enter' })
  })

  const showValidation = () => {
    for (const name of FIELDS) show(name, problemOf[name]())
    FIELDS.map(name => input[name])
      .find((_field, place) => shown[FIELDS[place]] !== undefined)
      ?.focus()
    report()
  }

  const describe = ({ locale, scheme, colours, holder }) => {
    text = texts[locale] ?? texts.en
    document.documentElement.lang = text.lang
    document.documentElement.style.colorScheme = scheme
    for (const [property, value] of Object.entries(colours))
      if (typeof value === 'string') document.documentElement.style.setProperty(property, value)
    for (const node of document.querySelectorAll('[data-text]')) node.textContent = text[node.dataset.text]
    hasHolder = holder.has
    needsHolder = holder.has && holder.required
    document.getElementById('holder-field').hidden = !hasHolder
    for (const name of FIELDS) show(name, shown[name])
  }

  const measure = () => tell({ kind: 'height', height: Math.ceil(form.getBoundingClientRect().height) })

  const hear = ({ data }) => {
    if (data.kind === 'update') describe(data)
    else if (data.kind === 'measure') measure()
    else if (data.kind === 'validate') showValidation()
    else if (data.kind === 'disable') for (const name of FIELDS) input[name].disabled = data.disabled
    else if (data.kind === 'focus') input.number.focus()
  }

  // The same rule as origins.ts.
  const isStore = origin =>
    storeOrigins.some(pattern => {
      const [start, end] = pattern.split('*')
      if (end === undefined) return origin === pattern
      const name = origin.slice(start.length, origin.length - end.length)
      return origin.startsWith(start) && origin.endsWith(end) && /^[\w.-]+$/.test(name)
    })

  window.addEventListener('message', event => {
    if (line !== undefined || event.source !== window.parent || !isStore(event.origin)) return
    if (event.data?.kind !== 'fields') return
    line = event.ports[0]
    line.onmessage = hear
    describe(event.data)
    new ResizeObserver(measure).observe(form)
    tell({ kind: 'ready' })
  })
}
