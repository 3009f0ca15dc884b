/** The simulated payment providers, each under `/<name>`. */
export const PROVIDERS = ['stripe', 'gmo', 'softbank', 'adyen', 'alipay', 'docomo'] as const

export type Provider = (typeof PROVIDERS)[number]
