import type { Answer, Call, Received, RefusalOf } from '@kippu/contract/call'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { isOfDevice, pathOf } from '../../platform/http/call-paths.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { type RequestContext, serveKnown } from '../../platform/http/route.ts'
import type { DeviceKeys, GateDeviceContext } from './device-keys.ts'

type DeviceHandler<C extends Call> = (
  received: Received<C>,
  device: GateDeviceContext,
  context: RequestContext,
) => Promise<Answer<C> | Refusal<RefusalOf<C>>>

/** How RFC 6750 has it; the name of a scheme may be written in any case. */
const BEARER = /^bearer +(\S+)$/i

/**
 * Serves a call of the gate. A device without a key that is in force at this site gets `device not enrolled`, and nothing of why or of
 * what else is wrong with its request. Neither the key nor its header is logged.
 */
export function serveDevice<C extends Call>(
  app: FastifyInstance,
  deviceKeys: DeviceKeys,
  call: C,
  handler: DeviceHandler<C>,
): void {
  if (call.device !== true)
    throw new Error(`${call.path} is not for devices of a gate: its contract does not say so`)
  serveKnown(app, call, {
    identify: async ({ site, request }) => {
      const key = keyOf(request)
      const device = key === undefined ? undefined : await deviceKeys.find(site.key, key)
      return device ?? refuse('device not enrolled')
    },
    handle: (received, context, device) => handler(received, device, context),
  })
}

/** The name of an enrolled device, as far as this process has met it at its site; undefined for anybody else. */
export function knownDeviceOf(deviceKeys: DeviceKeys, request: FastifyRequest): string | undefined {
  const key = keyOf(request)
  const id = key === undefined ? undefined : deviceKeys.lastKnown(request.site.key, key)
  return id === undefined || !isOfDevice(pathOf(request)) ? undefined : `device ${id}`
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const [, key] = BEARER.exec(headers.authorization ?? '') ?? []
  return key
}
