import type { FastifyPluginAsync } from 'fastify'
import * as v from 'valibot'

import { walletCertificates } from './certificates.ts'
import { startPushService } from './push-service.ts'

interface Parts {
  readonly host: string
  /** Port of the push service; 0 takes any free one. */
  readonly port: number
  readonly dataDir: string
}

/** Apple's push service with its switches. */
export interface OpenedAppleWallet {
  /** The pushes, and how the next ones are answered, on the listener of all HTTP. */
  readonly plugin: FastifyPluginAsync
  readonly port: number
  close(): Promise<void>
}

const answerSchema = v.object({
  push_token: v.string(),
  /** 200: as usual. */
  status: v.number(),
  reason: v.optional(v.string(), ''),
})

/** Apple Wallet as far as a store sees it: the certificates of a pass type, and the service that tells phones of changes. */
export async function openAppleWallet({ dataDir, ...place }: Parts): Promise<OpenedAppleWallet> {
  const certificates = await walletCertificates(dataDir)
  const service = await startPushService({ ...place, certificates })
  return {
    plugin: async app => {
      app.get('/pushes', async () => ({ pushes: service.received }))
      app.post('/answers', async (request, reply) => {
        const { push_token: pushToken, status, reason } = v.parse(answerSchema, request.body)
        service.answer(pushToken, status === 200 ? null : { status, reason })
        return reply.code(204).send()
      })
    },
    port: service.port,
    close: () => service.close(),
  }
}
