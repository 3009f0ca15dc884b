import type { SoftbankAccount } from './softbank-account.ts'

/** The addresses of SB Payment Service, or of its simulator. */
export interface SoftbankAddresses {
  readonly api: string
  readonly link: string
  readonly tokenScript: string
  readonly tds2Script: string
}

const HOSTS = {
  test: { api: 'stbfep.sps-system.com', link: 'stbfep.sps-system.com', token: 'stbtoken.sps-system.com' },
  production: { api: 'api.sps-system.com', link: 'fep.sps-system.com', token: 'token.sps-system.com' },
} as const

export function softbankAddresses(account: SoftbankAccount): SoftbankAddresses {
  const { api, link, token } = HOSTS[account.environment]
  return {
    api: account.apiUrl ?? `https://${api}/api/xmlapi.do`,
    link: account.linkUrl ?? `https://${link}/f01/FepBuyInfoReceive.do`,
    tokenScript: account.tokenScriptUrl ?? `https://${token}/sbpstoken/com_sbps_system_token.js`,
    tds2Script: account.tds2ScriptUrl ?? `https://${token}/sbpstoken/com_sbps_system_tds2infotoken.js`,
  }
}

export function basicAuthorization({ basicUser, basicPassword }: SoftbankAccount): string {
  return `Basic ${Buffer.from(`${basicUser}:${basicPassword}`).toString('base64')}`
}
