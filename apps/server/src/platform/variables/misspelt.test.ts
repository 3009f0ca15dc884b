import { expect, test } from 'vitest'

import { findMisspelt } from './misspelt.ts'

const KNOWN = {
  all: [
    'HOST',
    'PORT',
    'LOG_LEVEL',
    'DATABASE_URL',
    'MAIL_FROM',
    'SMTP_URL',
    'SITE_KEY',
    'SITE_HOSTS',
    'STRIPE_PUBLISHABLE_KEY',
  ],
  prefixes: ['MORI', 'AZABUDAI_BORDERLESS'],
  ofSites: new Set(['STRIPE_PUBLISHABLE_KEY']),
}

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['SMTPS_URL', 'SMTP_URL'],
  ['MAILFROM', 'MAIL_FROM'],
  ['SITE_HOST', 'SITE_HOSTS'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['STRIPE_PUBLISABLE_KEYS', 'STRIPE_PUBLISHABLE_KEY'],
  ['MORI_STRIPE_PUBLISHABLE_KEY', 'MORI__STRIPE_PUBLISHABLE_KEY'],
  ['AZABUDAI_BORDERLESS_STRIPE_PUBLISHABLE_KEY', 'AZABUDAI_BORDERLESS__STRIPE_PUBLISHABLE_KEY'],
  ['KIPPU__SMTP_URL', 'SMTP_URL'],
])('%s is meant to be %s', (given, meant) => {
  expect(findMisspelt(['PATH', given, meant], KNOWN)).toEqual([{ given, meant }])
})

test('variables of other programs are left alone', () => {
  const theirs =
    'PATH HOME HOSTNAME HOSTTYPE POST PORTS MAIL PGPORT PGHOST NODE_OPTIONS SMTP_PORT SMTP_HOST HTTP_URL FTP_URL ' +
    'SITE_URL DATABASE_USER DATABASE_SSL LOGGING__LEVEL GRAPHS__LOG_LEVEL APP__PORT APP__DATABASE_URL ' +
    'npm_config_site_key KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT STRIPE_PUBLISHABLE_KEY'
  expect(findMisspelt(theirs.split(' '), KNOWN)).toEqual([])
})
