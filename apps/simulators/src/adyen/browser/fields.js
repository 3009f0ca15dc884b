// Adyen's part of the card fields: it exchanges a card for opaque texts as soon as the card is complete.
{
  // adyen-web's names of the fields.
  const NAMES = {
    number: 'encryptedCardNumber',
    expiry: 'encryptedExpiryDate',
    cvc: 'encryptedSecurityCode',
    holder: 'holderName',
  }
  let hasHolder = false
  let needsHolder = false
  let exchanged = { of: '', card: undefined }

  const holderName = () => fields.input.holder.value.trim()

  const typed = () =>
    JSON.stringify({
      number: fields.digits('number'),
      month: fields.digits('expiry').slice(0, 2),
      year: fields.digits('expiry').slice(2, 4),
      code: fields.digits('cvc'),
    })

  /** Exchanges the card that is typed now for its opaque texts. */
  const exchange = async () => {
    const of = typed()
    if (exchanged.of === of) return
    exchanged = { of, card: undefined }
    try {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch('/adyen/cards', { method: 'POST', headers, body: of })
      if (exchanged.of !== of) return
      if (response.ok) exchanged.card = await response.json()
      else fields.show('number', 'numberInvalid')
    } catch {
      exchanged = { of: '', card: undefined }
      fields.show('number', 'unreachable')
    }
    report()
  }

  const errorOf = name => {
    const error = fields.shown[name]
    const words = fields.words(error)
    return error === undefined ? null : { isValid: false, error, errorMessage: words, errorI18n: words }
  }

  const byName = valueOf => Object.fromEntries(fields.names.map(name => [NAMES[name], valueOf(name)]))

  const report = () => {
    const isValid = fields.isComplete() && exchanged.card !== undefined && exchanged.of === typed()
    fields.send({
      kind: 'change',
      isValid,
      card: isValid ? exchanged.card : {},
      holderName: hasHolder ? holderName() : '',
      valid: byName(name => fields.problem(name) === undefined),
      errors: byName(errorOf),
    })
  }

  const describe = ({ holder, ...looks }) => {
    hasHolder = holder.has
    needsHolder = holder.has && holder.required
    document.getElementById('holder-field').hidden = !hasHolder
    fields.describe(looks)
  }

  const heard = data => {
    if (data.kind === 'update') describe(data)
    else if (data.kind === 'measure') fields.measure()
    else if (data.kind === 'validate') {
      fields.showProblems()
      report()
    } else if (data.kind === 'disable')
      for (const name of fields.names) fields.input[name].disabled = data.disabled
    else if (data.kind === 'focus') fields.input.number.focus()
  }

  const fields = window.openCardFields(Object.keys(NAMES), {
    problems: { holder: () => (needsHolder && holderName() === '' ? 'holderMissing' : undefined) },
    changed() {
      if (fields.isComplete()) void exchange()
      report()
    },
    focused: name => fields.send({ kind: 'focus', name: NAMES[name], focus: true }),
    left(name) {
      report()
      fields.send({ kind: 'focus', name: NAMES[name], focus: false })
    },
    heard,
    connected: describe,
  })
}
