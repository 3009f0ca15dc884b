// TEST: stands in for Safari's ApplePaySession in any browser, with the calls that the store uses. The sheet is
// labelled as a test, and only the simulated provider accepts its token.
;(() => {
  const { validationUrl, cards } = 'SETTINGS'
  const AUTHORIZE = new URL('authorize', document.currentScript.src).href
  const STYLE = `
    dialog { box-sizing: border-box; width: min(26rem, 100vw - 2rem); margin: auto auto 1rem; padding: 1.25rem; border: 0; border-radius: 1rem; background: #fff; color: #1b1c1e; font: 16px/1.5 system-ui, 'Hiragino Sans', 'Noto Sans JP', 'Noto Sans CJK JP', sans-serif; box-shadow: 0 1rem 3rem #0006 }
    dialog::backdrop { background: #0008 }
    p, h2, dl { margin: 0 0 .875rem } h2 { font-size: 1.25rem; line-height: 1.3 }
    .test { display: inline-block; padding: .2rem .8rem; border-radius: 1rem; background: #fff3d9; color: #7a4b00; font-size: .8125rem; font-weight: 600 }
    dl { display: grid; grid-template-columns: auto 1fr; gap: .375rem 1rem } dt { color: #5c5f64 } dd { margin: 0; text-align: end; font-weight: 600; overflow-wrap: anywhere }
    label { display: block; font-size: .875rem; color: #5c5f64 }
    select, button { box-sizing: border-box; width: 100%; min-height: 3rem; font: inherit; border-radius: .625rem; border: 1px solid #77797d; background: #fff; color: inherit; padding: .5rem .875rem }
    select { margin: .25rem 0 .875rem } button { font-weight: 600; margin-top: .5rem; cursor: pointer }
    .pay { background: #1b1c1e; color: #fff; border-color: transparent } button:disabled { opacity: .5; cursor: default }
    :focus-visible { outline: 3px solid #1d5c4b; outline-offset: 2px } [role=status] { min-height: 1.5em; margin: .5rem 0 0; font-size: .875rem }`
  const SHEET = `
    <dialog aria-labelledby="title">
      <p class="test">TEST — no money moves <span lang="ja">テスト・請求はありません</span></p>
      <h2 id="title">Apple Pay <span lang="ja">(シミュレーター)</span></h2>
      <dl>
        <dt>Merchant <span lang="ja">加盟店</span></dt><dd data-label></dd>
        <dt>Amount <span lang="ja">金額</span></dt><dd data-amount></dd>
        <dt>Contact <span lang="ja">連絡先</span></dt><dd data-contact></dd>
      </dl>
      <label for="card">Card <span lang="ja">カード</span></label>
      <select id="card"></select>
      <button class="pay" data-pay disabled>Pay <span lang="ja">支払う</span></button>
      <button data-cancel>Cancel <span lang="ja">キャンセル</span></button>
      <p role="status"></p>
    </dialog>`
  const WORDS = {
    asking: 'Checking the merchant… 加盟店を確認しています',
    paying: 'Paying… 支払い処理中です',
    done: 'Done. 完了しました',
    failed: 'Not paid. 支払いできませんでした',
    trouble: 'The simulator did not answer. シミュレーターが応答しません',
  }

  /** What the device knows of its owner; a story names another one. */
  const owner = () => ({
    givenName: 'Hanako',
    familyName: 'Yamada',
    emailAddress: 'hanako@example.com',
    ...window.simulatedOwner,
  })
  /** Fields of a contact that the sheet may be asked for, and what it gives then. */
  const CONTACT = {
    name: ({ givenName, familyName }) => ({ givenName, familyName }),
    email: ({ emailAddress }) => ({ emailAddress }),
  }

  const refuse = (message, name = 'InvalidAccessError') => {
    throw new DOMException(message, name)
  }

  function checkRequest(version, request) {
    if (!Number.isInteger(version) || version < 1) refuse(`"${version}" is not a supported version.`)
    const { countryCode, currencyCode, supportedNetworks, merchantCapabilities, total } = request ?? {}
    if (!/^[A-Z]{2}$/.test(countryCode)) throw new TypeError('"countryCode" is not a valid country code.')
    if (!/^[A-Z]{3}$/.test(currencyCode)) throw new TypeError('"currencyCode" is not a valid currency code.')
    if (!supportedNetworks?.length) throw new TypeError('At least one supported network must be provided.')
    if (!merchantCapabilities?.includes('supports3DS'))
      throw new TypeError('Missing required merchant capabilities.')
    if (!total?.label) throw new TypeError('Missing total label.')
    for (const field of request.requiredShippingContactFields ?? [])
      if (!(field in CONTACT)) throw new TypeError(`"${field}" is not a contact field.`)
    if (!/^\d+(\.0+)?$/.test(total.amount) || Number(total.amount) <= 0)
      throw new TypeError(`"${total.amount}" is not a valid total.`)
  }

  let open

  window.ApplePaySession = class ApplePaySession {
    static STATUS_SUCCESS = 0
    static STATUS_FAILURE = 1
    static canMakePayments() {
      return true
    }
    static canMakePaymentsWithActiveCard() {
      return Promise.resolve(true)
    }
    static supportsVersion(version) {
      return Number.isInteger(version) && version >= 1 && version <= 14
    }

    STATUS_SUCCESS = 0
    STATUS_FAILURE = 1
    onvalidatemerchant = null
    onpaymentauthorized = null
    oncancel = null
    #request
    #host
    #merchantSession
    #state = 'idle'

    constructor(version, request) {
      // As in Safari, the session must be made while the visitor's gesture lasts, before any answer is awaited.
      if (!navigator.userActivation?.isActive)
        refuse('Must create a new ApplePaySession from a user gesture handler.')
      checkRequest(version, request)
      this.#request = request
    }

    begin() {
      if (this.#state !== 'idle') refuse('Payment session is already active.')
      if (open !== undefined) refuse('Page already has an active payment session.')
      open = this
      this.#state = 'validating'
      this.#draw()
      this.#say(WORDS.asking)
      queueMicrotask(() =>
        this.onvalidatemerchant?.({ type: 'validatemerchant', validationURL: validationUrl }),
      )
    }

    completeMerchantValidation(merchantSession) {
      if (this.#state !== 'validating')
        refuse('The session is not waiting for a merchant.', 'InvalidStateError')
      if (typeof merchantSession?.merchantSessionIdentifier !== 'string') return this.#cancel()
      this.#merchantSession = merchantSession.merchantSessionIdentifier
      this.#state = 'ready'
      this.#say('')
      const pay = this.#find('[data-pay]')
      pay.disabled = false
      pay.focus()
    }

    completePayment(result) {
      if (this.#state !== 'paying') refuse('The session is not waiting for a payment.', 'InvalidStateError')
      const status = typeof result === 'object' ? result.status : result
      this.#say(status === 0 ? WORDS.done : WORDS.failed)
      this.#end()
    }

    abort() {
      if (this.#state === 'idle' || this.#state === 'ended')
        refuse('The session is not active.', 'InvalidStateError')
      this.#end()
    }

    #find(selector) {
      return this.#host.shadowRoot.querySelector(selector)
    }

    #say(words) {
      this.#find('[role=status]').textContent = words
    }

    #draw() {
      const { label, amount } = this.#request.total
      this.#host = document.createElement('div')
      const root = this.#host.attachShadow({ mode: 'open' })
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(STYLE)
      root.adoptedStyleSheets = [sheet]
      root.innerHTML = SHEET
      document.body.append(this.#host)
      this.#find('[data-label]').textContent = label
      this.#find('[data-amount]').textContent = `¥${Number(amount).toLocaleString('en')}`
      this.#find('[data-contact]').textContent = Object.values(this.#contact()).join(' ') || '–'
      for (const { last4, en } of cards)
        this.#find('select').append(new Option(`•••• ${last4} — ${en}`, last4))
      this.#find('[data-pay]').addEventListener('click', () => void this.#pay())
      this.#find('[data-cancel]').addEventListener('click', () => this.#cancel())
      // Escape works as the cancel button, and does nothing while the payment is under way.
      this.#find('dialog').addEventListener('cancel', event => {
        event.preventDefault()
        this.#cancel()
      })
      this.#find('dialog').showModal()
    }

    async #pay() {
      this.#state = 'paying'
      for (const control of this.#host.shadowRoot.querySelectorAll('button, select')) control.disabled = true
      this.#say(WORDS.paying)
      try {
        const response = await fetch(AUTHORIZE, {
          method: 'POST',
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            merchantSession: this.#merchantSession,
            amount: Number(this.#request.total.amount),
            currency: this.#request.currencyCode,
            last4: this.#find('select').value,
          }),
        })
        if (!response.ok) throw new Error(`HTTP ${response.status}`)
        const token = await response.json()
        this.onpaymentauthorized?.({
          type: 'paymentauthorized',
          payment: { token, shippingContact: this.#contact() },
        })
      } catch {
        this.#say(WORDS.trouble)
        this.#state = 'ready'
        this.#find('[data-cancel]').disabled = false
      }
    }

    /** The parts of the owner's contact that the page asked for. */
    #contact() {
      const asked = this.#request.requiredShippingContactFields ?? []
      return Object.assign({}, ...asked.map(field => CONTACT[field](owner())))
    }

    #cancel() {
      if (this.#state !== 'validating' && this.#state !== 'ready') return
      this.#end()
      this.oncancel?.({ type: 'cancel' })
    }

    #end() {
      this.#state = 'ended'
      open = undefined
      this.#find('dialog').close()
      this.#host.remove()
    }
  }
})()
