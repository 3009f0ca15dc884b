// TEST: stands in for adyen-web 6, with the calls that the store uses. Card digits stay in a frame of the simulator's
// own origin and never reach the page that embeds it.
{
  const ORIGIN = new URL(document.currentScript.src).origin
  const VERSION = '6.45.2'
  const TITLES = {
    ja: 'カード情報の入力',
    en: 'Card details',
    kr: '카드 정보 입력',
    'zh-hans': '银行卡信息',
    'zh-hant': '信用卡資料',
    th: 'ข้อมูลบัตร',
  }

  /** Adyen writes `ja-JP`, `ko-KR`, `zh-TW`. A language without words here falls back to English. */
  const localeOf = (wanted = 'en-US') => {
    const [language, ...rest] = wanted.toLowerCase().replaceAll('_', '-').split('-')
    if (language === 'ko') return 'kr'
    if (language === 'zh') return rest.some(part => part === 'tw' || part === 'hant') ? 'zh-hant' : 'zh-hans'
    return language in TITLES ? language : 'en'
  }

  class AdyenCheckoutError extends Error {
    constructor(type, message, options) {
      super(message, options)
      this.name = type
    }
  }

  const letters = length =>
    Array.from(crypto.getRandomValues(new Uint8Array(length)), byte =>
      String.fromCharCode(65 + (byte % 26)),
    ).join('')

  const browserInfo = () => ({
    acceptHeader: '*/*',
    colorDepth: screen.colorDepth,
    language: navigator.language,
    javaEnabled: false,
    screenHeight: screen.height,
    screenWidth: screen.width,
    userAgent: navigator.userAgent,
    timeZoneOffset: new Date().getTimezoneOffset(),
  })

  class Core {
    constructor(props) {
      this.options = { ...props }
      this.components = []
      this.checkoutAttemptId = `simulated-${letters(40)}`
      const { clientKey = '', environment = '' } = props
      if (!clientKey.startsWith('test_') || environment.toLowerCase() !== 'test')
        throw new AdyenCheckoutError(
          'IMPLEMENTATION_ERROR',
          'The simulator takes clientKey test_… and environment test.',
        )
    }

    async initialize() {
      if (!this.options.countryCode)
        throw new AdyenCheckoutError(
          'IMPLEMENTATION_ERROR',
          'You must specify a countryCode when initializing checkout.',
        )
      return this
    }

    createFromAction() {
      throw new AdyenCheckoutError('IMPLEMENTATION_ERROR', 'The simulator has no actions for the page.')
    }

    async update(changed = {}) {
      this.options = { ...this.options, ...changed }
      for (const component of this.components) component.update(changed)
      return this
    }

    remove(component) {
      this.components = this.components.filter(one => one !== component)
      component.unmount()
      return this
    }
  }

  class Card {
    static type = 'scheme'
    #props
    #node
    #frame
    #line
    #watch
    #state = { isValid: false, card: {}, holderName: '', valid: {}, errors: {} }

    constructor(checkout, props = {}) {
      if (typeof checkout?.initialize !== 'function' || typeof checkout.createFromAction !== 'function')
        throw new AdyenCheckoutError(
          'IMPLEMENTATION_ERROR',
          "Trying to initialise the component 'scheme' without a reference to an instance of AdyenCheckout",
        )
      this.core = checkout
      this.#props = { showPayButton: true, ...checkout.options, ...props }
      checkout.components.push(this)
    }

    get isValid() {
      return this.#state.isValid
    }

    get data() {
      const { card, holderName } = this.#state
      return {
        paymentMethod: {
          type: Card.type,
          holderName,
          ...card,
          checkoutAttemptId: this.core.checkoutAttemptId,
          sdkData: btoa(JSON.stringify({ simulated: true })),
        },
        browserInfo: browserInfo(),
        origin: window.location.origin,
        clientStateDataIndicator: true,
      }
    }

    mount(target) {
      const node = typeof target === 'string' ? document.querySelector(target) : target
      if (!node) throw new Error('Component could not mount. Root node was not found.')
      if (this.#node) this.unmount()
      this.#node = node
      this.#frame = document.createElement('iframe')
      this.#frame.src = `${ORIGIN}/adyen/fields`
      this.#frame.title = TITLES[this.#locale]
      // The fields leave 4px around themselves for the focus ring. The negative margin of the frame makes up for them.
      this.#frame.style.cssText =
        'display:block;width:calc(100% + 8px);margin:-4px;height:13.5rem;border:0;background:transparent'
      this.#frame.style.colorScheme = getComputedStyle(node).colorScheme
      this.#frame.addEventListener('load', () => this.#connect())
      node.replaceChildren(this.#frame, ...this.#payButton())
      this.#watch = new AbortController()
      const { signal } = this.#watch
      // The fields have the page's colours, which change with the colour scheme.
      const repaint = () => this.#line?.postMessage({ ...this.#description(), kind: 'update' })
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint, { signal })
      // A frame that is scrolled out of view is not drawn and does not notice its own changes, but it answers a
      // message.
      const measure = new ResizeObserver(() => this.#line?.postMessage({ kind: 'measure' }))
      measure.observe(this.#frame)
      signal.addEventListener('abort', () => measure.disconnect())
      return this
    }

    unmount() {
      this.#watch?.abort()
      this.#node?.replaceChildren()
      this.#frame = undefined
      this.#line?.close()
      this.#line = undefined
      this.#state = { isValid: false, card: {}, holderName: '', valid: {}, errors: {} }
      return this
    }

    remove() {
      this.core.remove(this)
    }

    update(changed = {}) {
      this.#props = { ...this.#props, ...changed }
      return this.#node ? this.mount(this.#node) : this
    }

    showValidation() {
      this.#line?.postMessage({ kind: 'validate' })
      return this
    }

    setStatus(status) {
      this.#line?.postMessage({ kind: 'disable', disabled: status === 'loading' })
      return this
    }

    setFocusOn() {
      this.#frame?.contentWindow.focus()
      this.#line?.postMessage({ kind: 'focus' })
      return this
    }

    submit = () => {
      if (!this.isValid) return void this.showValidation()
      if (this.#props.onSubmit === undefined)
        return void this.#props.onError?.(
          new AdyenCheckoutError('IMPLEMENTATION_ERROR', 'It can not perform /payments call.'),
          this,
        )
      this.setStatus('loading')
      const done = () => this.setStatus('ready')
      this.#props.onSubmit({ data: this.data, isValid: true }, this, { resolve: done, reject: done })
    }

    get #locale() {
      return localeOf(this.#props.locale)
    }

    #payButton() {
      if (!this.#props.showPayButton) return []
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'TEST — Pay'
      button.addEventListener('click', this.submit)
      return [button]
    }

    #connect() {
      const channel = new MessageChannel()
      this.#line = channel.port1
      this.#line.onmessage = ({ data }) => this.#hear(data)
      // Only a document of the simulator's origin can receive this port, and it checks the origin of this page in turn.
      this.#frame.contentWindow.postMessage({ ...this.#description(), kind: 'fields' }, ORIGIN, [
        channel.port2,
      ])
    }

    #description() {
      const { hasHolderName = false, holderNameRequired = false } = this.#props
      return {
        locale: this.#locale,
        scheme: getComputedStyle(this.#node).colorScheme,
        properties: this.#properties(),
        holder: { has: hasHolderName, required: holderNameRequired },
      }
    }

    /**
     * The page's own colours and fonts unless `styles` sets others, as custom properties of the page with the fields.
     */
    #properties() {
      const { base = {}, error = {} } = this.#props.styles ?? {}
      const { color, fontFamily, fontSize } = getComputedStyle(this.#node)
      return {
        '--text': base.color ?? color,
        '--font': base.fontFamily ?? fontFamily,
        '--size': base.fontSize ?? fontSize,
        '--background': base.background ?? 'transparent',
        '--danger': error.color,
      }
    }

    #hear(data) {
      if (data.kind === 'height') this.#frame.style.height = `${data.height}px`
      else if (data.kind === 'ready') {
        this.#props.onLoad?.({ iframesLoaded: true })
        this.#props.onConfigSuccess?.({ iframesConfigured: true, type: 'card', rootNode: this.#node })
      } else if (data.kind === 'focus')
        this.#props[data.focus ? 'onFocus' : 'onBlur']?.({ fieldType: data.name, focus: data.focus })
      else if (data.kind === 'enter') {
        if (this.#props.onEnterKeyPressed) this.#props.onEnterKeyPressed(this.#frame, this)
        else this.submit()
      } else if (data.kind === 'change') this.#changed(data)
    }

    #changed({ isValid, card, holderName, valid, errors }) {
      this.#state = { isValid, card, holderName, valid, errors }
      this.#props.onChange?.({ data: this.data, isValid, valid, errors }, this)
      if (isValid) this.#props.onAllValid?.({ allValid: true, type: 'card', rootNode: this.#node })
    }
  }

  const AdyenCheckout = async props => {
    const checkout = new Core(props)
    return checkout.initialize()
  }

  window.AdyenWeb = { AdyenCheckout, AdyenCheckoutError, Card, Core }
  window.AdyenWebMetadata = { version: VERSION, bundleType: 'umd' }
}
