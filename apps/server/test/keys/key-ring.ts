import { createSeal, type Seal } from '../../src/payments/port/seal.ts'
import { createTokens, type Tokens } from '../../src/platform/tokens.ts'
import { testEnv } from '../shop/test-env.ts'

/** What a server makes of its keys, and keys that change while it runs: as if it had been restarted with other variables. */
export interface KeyRing {
  readonly tokens: Tokens
  readonly seal: Seal
  /** The variables of the present generation. */
  variables(): Readonly<Record<'SECRET_KEY' | 'FORMER_SECRET_KEYS', string>>
  /** A new key; all of before are former ones from now on. */
  change(): void
  /** Former keys are gone, but for the given number of the newest. */
  forget(left?: number): void
}

const keyOf = (generation: number): string => `the-key-of-generation-${generation}-of-this-store`

export function createKeyRing(): KeyRing {
  let generation = 1
  let former: readonly string[] = []
  let [tokens, seal] = made()

  function variables() {
    return { SECRET_KEY: keyOf(generation), FORMER_SECRET_KEYS: former.join(',') }
  }
  function made(): [Tokens, Seal] {
    const env = testEnv(variables())
    return [
      createTokens(env.secretKey, env.formerSecretKeys),
      createSeal(env.secretKey, env.formerSecretKeys),
    ]
  }
  const restart = (): void => {
    ;[tokens, seal] = made()
  }
  return {
    tokens: {
      derive: (...of) => tokens.derive(...of),
      deriveStored: (...of) => tokens.deriveStored(...of),
      deriveMailCode: (...of) => tokens.deriveMailCode(...of),
      deriveReturn: (...of) => tokens.deriveReturn(...of),
      hide: text => tokens.hide(text),
      positionOf: (...of) => tokens.positionOf(...of),
      seedsOf: name => tokens.seedsOf(name),
    },
    seal: {
      close: secret => seal.close(secret),
      open: sealed => seal.open(sealed),
      positionOf: text => seal.positionOf(text),
    },
    variables,
    change: () => {
      former = [keyOf(generation), ...former]
      generation += 1
      restart()
    },
    forget: (left = 0) => {
      former = former.slice(0, left)
      restart()
    },
  }
}
