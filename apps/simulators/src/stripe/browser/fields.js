// The page inside the frame: it alone sees the card, and gives it to the provider.
{
  const { texts, storeOrigins } = JSON.parse(document.getElementById('settings').textContent)
  const FIELDS = ['number', 'expiry', 'cvc']
  // What the provider's refusals say about a field.
  const REFUSALS = {
    incorrect_number: ['number', 'numberInvalid'],
    invalid_expiry_month: ['expiry', 'expiryInvalid'],
    invalid_expiry_year: ['expiry', 'expiryPast'],
    invalid_cvc: ['cvc', 'cvcIncomplete'],
  }
  const VARIABLES = {
    colorPrimary: '--primary',
    colorBackground: '--background',
    colorText: '--text',
    colorTextSecondary: '--secondary',
    colorDanger: '--danger',
    fontFamily: '--font',
    fontSizeBase: '--size',
    borderRadius: '--radius',
  }

  const form = document.querySelector('form')
  const input = Object.fromEntries(FIELDS.map(name => [name, document.getElementById(name)]))
  const shown = {}
  let text = texts.en
  let line
  let publishableKey

  const digitsOf = value => value.normalize('NFKC').replaceAll(/\D/g, '')
  const digits = name => digitsOf(input[name].value)
  const isAmex = () => /^3[47]/.test(digits('number'))

  const passesLuhn = number =>
    Array.from(number)
      .reverse()
      .reduce(
        (sum, digit, place) => sum + ((digit * (1 + (place % 2))) % 10) + (place % 2 && digit > 4 ? 1 : 0),
        0,
      ) %
      10 ===
    0

  const brandOf = number => {
    if (number.startsWith('4')) return 'visa'
    if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
    if (/^3[47]/.test(number)) return 'amex'
    if (number.startsWith('35')) return 'jcb'
    if (/^3[068]/.test(number)) return 'diners'
    return /^(6011|65)/.test(number) ? 'discover' : 'unknown'
  }

  const problemOf = {
    number() {
      const number = digits('number')
      if (number.length < 13) return 'numberIncomplete'
      return passesLuhn(number) ? undefined : 'numberInvalid'
    },
    expiry() {
      const { month, year } = expiry()
      if (digits('expiry').length < 4) return 'expiryIncomplete'
      if (month < 1 || month > 12) return 'expiryInvalid'
      return Date.UTC(year, month, 1, 12) <= Date.now() ? 'expiryPast' : undefined
    },
    cvc: () => (digits('cvc').length === (isAmex() ? 4 : 3) ? undefined : 'cvcIncomplete'),
  }

  const expiry = () => {
    const value = digits('expiry')
    return { month: Number(value.slice(0, 2)), year: 2000 + Number(value.slice(2, 4)) }
  }

  const format = {
    number(value) {
      const parts = /^3[47]/.test(value) ? [4, 6, 5] : [4, 4, 4, 4, 3]
      let start = 0
      return parts
        .map(length => value.slice(start, (start += length)))
        .filter(part => part !== '')
        .join(' ')
    },
    expiry(value) {
      const padded = /^([2-9]|1[3-9])/.test(value) ? `0${value}` : value
      // A filled-in year may have four digits.
      const month = padded.slice(0, 2)
      const year = padded.length >= 6 ? padded.slice(4, 6) : padded.slice(2, 4)
      return year === '' ? month : `${month} / ${year}`
    },
    cvc: value => value.slice(0, 4),
  }

  /** Rewrites the field in its usual shape and leaves the caret behind the same digit. */
  const reshape = name => {
    const field = input[name]
    const before = digitsOf(field.value.slice(0, field.selectionStart)).length
    const atEnd = field.selectionStart === field.value.length
    const value = format[name](digitsOf(field.value))
    if (value === field.value) return
    field.value = value
    if (document.activeElement !== field || atEnd) return
    let caret = 0
    for (let seen = 0; caret < value.length && seen < before; caret += 1)
      if (/\d/.test(value[caret])) seen += 1
    field.setSelectionRange(caret, caret)
  }

  const show = (name, problem) => {
    shown[name] = problem
    const message = document.getElementById(`${name}-error`)
    message.textContent = problem === undefined ? '' : text[problem]
    input[name].setAttribute('aria-invalid', String(problem !== undefined))
  }

  const tell = message => line?.postMessage(message)

  const reportChange = () => {
    const problem = FIELDS.map(name => shown[name]).find(name => name !== undefined)
    tell({
      kind: 'change',
      event: {
        brand: brandOf(digits('number')),
        empty: FIELDS.every(name => input[name].value === ''),
        complete: FIELDS.every(name => problemOf[name]() === undefined),
        error: problem && { type: 'validation_error', code: problem, message: text[problem] },
      },
    })
  }

  const changed = name => {
    reshape(name)
    if (shown[name] !== undefined && problemOf[name]() === undefined) show(name, undefined)
    const brand = brandOf(digits('number'))
    document.getElementById('brand').textContent = brand === 'unknown' ? '' : brand
    reportChange()
  }

  for (const name of FIELDS) {
    const field = input[name]
    field.addEventListener('input', event => event.isComposing || changed(name))
    field.addEventListener('compositionend', () => changed(name))
    field.addEventListener('focus', () => tell({ kind: 'focus', event: {} }))
    field.addEventListener('blur', () => {
      if (field.value !== '') show(name, problemOf[name]())
      reportChange()
      tell({ kind: 'blur', event: {} })
    })
  }

  form.addEventListener('submit', event => {
    event.preventDefault()
    tell({ kind: 'enter' })
  })

  /** Checks the fields, then exchanges the card for a payment method. Never throws. */
  const pay = async billing => {
    for (const name of FIELDS) show(name, problemOf[name]())
    const wrong = FIELDS.find(name => shown[name] !== undefined)
    if (wrong !== undefined) {
      input[wrong].focus()
      return { error: { type: 'validation_error', code: shown[wrong], message: text[shown[wrong]] } }
    }
    const { month, year } = expiry()
    const body = new URLSearchParams({
      type: 'card',
      'card[number]': digits('number'),
      'card[exp_month]': String(month),
      'card[exp_year]': String(year),
      'card[cvc]': digits('cvc'),
    })
    for (const name of ['name', 'email', 'phone'])
      if (billing[name]) body.set(`billing_details[${name}]`, billing[name])
    try {
      const headers = { authorization: `Bearer ${publishableKey}` }
      const response = await fetch('/v1/payment_methods', { method: 'POST', headers, body })
      const answer = await response.json()
      return response.ok ? { paymentMethod: answer } : refused(answer.error)
    } catch {
      return {
        error: { type: 'api_connection_error', code: 'api_connection_error', message: text.unreachable },
      }
    }
  }

  const refused = error => {
    const [name, problem] = REFUSALS[error.code] ?? []
    if (name === undefined) return { error }
    show(name, problem)
    input[name].focus()
    return { error: { ...error, message: text[problem] } }
  }

  const describe = ({ locale, variables, scheme, disabled }) => {
    text = texts[locale] ?? texts.en
    document.documentElement.lang = text.lang
    document.documentElement.style.colorScheme = scheme
    for (const [name, property] of Object.entries(VARIABLES)) {
      if (typeof variables[name] === 'string')
        document.documentElement.style.setProperty(property, variables[name])
    }
    for (const node of document.querySelectorAll('[data-text]')) node.textContent = text[node.dataset.text]
    for (const name of FIELDS) {
      input[name].disabled = disabled
      show(name, shown[name])
    }
  }

  const hear = async ({ data }) => {
    if (data.kind === 'update') describe(data)
    else if (data.kind === 'focus')
      (FIELDS.map(name => input[name]).find(field => !field.value) ?? input.number).focus()
    else if (data.kind === 'blur') document.activeElement.blur()
    else if (data.kind === 'clear') clear()
    else if (data.kind === 'pay')
      tell({ kind: 'answer', request: data.request, result: await pay(data.billing) })
  }

  const clear = () => {
    form.reset()
    for (const name of FIELDS) show(name, undefined)
    document.getElementById('brand').textContent = ''
    reportChange()
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
    publishableKey = event.data.publishableKey
    describe(event.data)
    new ResizeObserver(() =>
      tell({ kind: 'height', height: Math.ceil(form.getBoundingClientRect().height) }),
    ).observe(form)
    tell({ kind: 'ready' })
  })
}
