// The part of the card fields that all providers share: it formats and checks what is typed, and talks to the page of
// the store through a channel of its own. The provider's script, which is loaded after this one, decides what to do
// with the card.
{
  const { texts, storeOrigins } = JSON.parse(document.getElementById('settings').textContent)

  const digitsOf = value => value.normalize('NFKC').replaceAll(/\D/g, '')
  const isAmex = number => /^3[47]/.test(number)

  const passesLuhn = number => {
    const values = Array.from(number).reverse().map(Number)
    const doubled = values.map((digit, place) => (place % 2 ? digit * 2 - (digit > 4 ? 9 : 0) : digit))
    return doubled.reduce((sum, digit) => sum + digit, 0) % 10 === 0
  }

  const brandOf = number => {
    if (number.startsWith('4')) return 'visa'
    if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
    if (isAmex(number)) return 'amex'
    if (number.startsWith('35')) return 'jcb'
    if (/^3[068]/.test(number)) return 'diners'
    return /^(6011|65)/.test(number) ? 'discover' : 'unknown'
  }

  /** Functions that give the digits of a field their usual shape. */
  const SHAPES = {
    number(value) {
      let start = 0
      return (isAmex(value) ? [4, 6, 5] : [4, 4, 4, 4, 3])
        .map(length => value.slice(start, (start += length)))
        .filter(part => part !== '')
        .join(' ')
    },
    expiry(value) {
      const padded = /^([2-9]|1[3-9])/.test(value) ? `0${value}` : value
      // A browser may fill in a year with four digits.
      const month = padded.slice(0, 2)
      const year = padded.length >= 6 ? padded.slice(4, 6) : padded.slice(2, 4)
      return year === '' ? month : `${month} / ${year}`
    },
    cvc: value => value.slice(0, 4),
  }

  // The same rule as core/origins.ts.
  const isStore = origin =>
    storeOrigins.some(pattern => {
      const [start, end] = pattern.split('*')
      if (end === undefined) return origin === pattern
      const name = origin.slice(start.length, origin.length - end.length)
      return origin.startsWith(start) && origin.endsWith(end) && /^[\w.-]+$/.test(name)
    })

  /**
   * Makes the fields of the page work.
   * @param names the fields: `number`, `expiry`, `cvc`, and those that `problems` has a rule for.
   * @param problems for each further field, a function that gives the name of its problem or undefined.
   * @param provider functions of the provider: `changed`, `focused` and `left` are called with the name of a field,
   * `connected` and `heard` with a message of the provider's script on the store's page.
   */
  window.openCardFields = (names, { problems = {}, ...provider }) => {
    const form = document.querySelector('form')
    const input = Object.fromEntries(names.map(name => [name, document.getElementById(name)]))
    /** The problem that is displayed below a field, by the field's name. */
    const shown = {}
    let text = texts.en
    let line

    const digits = name => digitsOf(input[name].value)
    const brand = () => brandOf(digits('number'))

    const expiry = () => {
      const value = digits('expiry')
      return { month: Number(value.slice(0, 2)), year: 2000 + Number(value.slice(2, 4)) }
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
        // A card is valid until its month has ended everywhere on earth.
        return Date.UTC(year, month, 1, 12) <= Date.now() ? 'expiryPast' : undefined
      },
      cvc: () => (digits('cvc').length === (isAmex(digits('number')) ? 4 : 3) ? undefined : 'cvcIncomplete'),
      ...problems,
    }

    /** Rewrites the field in its usual shape and leaves the caret behind the same digit. */
    const reshape = name => {
      const field = input[name]
      if (!(name in SHAPES)) return
      const before = digitsOf(field.value.slice(0, field.selectionStart)).length
      const atEnd = field.selectionStart === field.value.length
      const value = SHAPES[name](digitsOf(field.value))
      if (value === field.value) return
      field.value = value
      if (document.activeElement !== field || atEnd) return
      let caret = 0
      for (let passed = 0; caret < value.length && passed < before; caret += 1)
        if (/\d/.test(value[caret])) passed += 1
      field.setSelectionRange(caret, caret)
    }

    const show = (name, problem) => {
      shown[name] = problem
      document.getElementById(`${name}-error`).textContent = problem === undefined ? '' : text[problem]
      input[name].setAttribute('aria-invalid', String(problem !== undefined))
    }

    const showBrand = () => {
      document.getElementById('brand').textContent = brand() === 'unknown' ? '' : brand()
    }

    const send = message => line?.postMessage(message)

    const changed = name => {
      reshape(name)
      if (shown[name] !== undefined && problemOf[name]() === undefined) show(name, undefined)
      showBrand()
      provider.changed(name)
    }

    for (const name of names) {
      const field = input[name]
      field.addEventListener('input', event => event.isComposing || changed(name))
      field.addEventListener('compositionend', () => changed(name))
      field.addEventListener('focus', () => provider.focused(name))
      field.addEventListener('blur', () => {
        if (field.value !== '') show(name, problemOf[name]())
        provider.left(name)
      })
    }

    form.addEventListener('submit', event => {
      event.preventDefault()
      send({ kind: 'enter' })
    })

    /** Displays the problem of every field and focuses the first field that has one. Gives the name of that field. */
    const showProblems = () => {
      for (const name of names) show(name, problemOf[name]())
      const wrong = names.find(name => shown[name] !== undefined)
      if (wrong !== undefined) input[wrong].focus()
      return wrong
    }

    /** Sets the language and the style that the store's page wants. `properties` are custom properties of CSS. */
    const describe = ({ locale, scheme, properties }) => {
      text = texts[locale] ?? texts.en
      document.documentElement.lang = text.lang
      const { style } = document.documentElement
      style.colorScheme = scheme
      for (const [property, value] of Object.entries(properties))
        if (typeof value === 'string') style.setProperty(property, value)
      for (const node of document.querySelectorAll('[data-text]')) node.textContent = text[node.dataset.text]
      for (const name of names) show(name, shown[name])
    }

    const clear = () => {
      form.reset()
      for (const name of names) show(name, undefined)
      showBrand()
    }

    const measure = () => send({ kind: 'height', height: Math.ceil(form.getBoundingClientRect().height) })

    window.addEventListener('message', event => {
      if (line !== undefined || event.source !== window.parent || !isStore(event.origin)) return
      if (event.data?.kind !== 'fields') return
      line = event.ports[0]
      line.onmessage = ({ data }) => provider.heard(data)
      provider.connected(event.data)
      new ResizeObserver(measure).observe(form)
      send({ kind: 'ready' })
    })

    return {
      names,
      input,
      shown,
      digits,
      expiry,
      brand,
      problem: name => problemOf[name](),
      isComplete: () => names.every(name => problemOf[name]() === undefined),
      words: problem => text[problem],
      show,
      showProblems,
      describe,
      clear,
      measure,
      send,
    }
  }
}
