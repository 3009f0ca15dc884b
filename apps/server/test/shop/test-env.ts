import { DEMO_SITES_DIR } from '@kippu/demo/demo-sites-dir'

import { parseEnv, type ServerEnv } from '../../src/start/environment/read-env.ts'
import { MANY_CONFIRMATIONS } from '../many-confirmations.ts'

/** An environment for tests; `variables` override the minimum. */
export function testEnv(variables: Readonly<Record<string, string>> = {}): ServerEnv {
  return parseEnv({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://localhost/none',
    SIMULATORS: 'off',
    SITES_DIR: DEMO_SITES_DIR,
    DB_POOL_SIZE: '5',
    ...MANY_CONFIRMATIONS,
    // Nobody listens there: a test with payments brings a simulator and its address.
    STRIPE_API_URL: 'http://127.0.0.1:9',
    STRIPE_JS_URL: 'http://127.0.0.1:9/stripe/v3/',
    STRIPE_SECRET_KEY: 'sk_simulated',
    STRIPE_PUBLISHABLE_KEY: 'pk_simulated',
    STRIPE_WEBHOOK_SECRET: 'whsec_simulated',
    ...variables,
  })
}
