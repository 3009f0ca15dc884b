import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { importSPKI, jwtVerify } from 'jose'
import * as v from 'valibot'

import { html } from '../core/pages/html.ts'
import { page } from '../core/pages/page.ts'
import { randomId } from '../core/random-id.ts'
import { googleKeys, ISSUER_ID, SERVICE_ACCOUNT } from './account.ts'

interface Parts {
  readonly dataDir: string
  /** The origin of all simulators. */
  readonly origin: () => string
}

const grant = v.object({
  grant_type: v.literal('urn:ietf:params:oauth:grant-type:jwt-bearer'),
  assertion: v.string(),
})
const stored = v.looseObject({ id: v.pipe(v.string(), v.startsWith(`${ISSUER_ID}.`)) })
const localized = v.object({ defaultValue: v.object({ language: v.string(), value: v.string() }) })
const ticketClass = v.looseObject({
  ...stored.entries,
  issuerName: v.string(),
  reviewStatus: v.literal('UNDER_REVIEW'),
  eventName: localized,
})
const ticketObject = v.looseObject({
  ...stored.entries,
  classId: v.string(),
  state: v.picklist(['ACTIVE', 'INACTIVE', 'COMPLETED', 'EXPIRED']),
  ticketType: localized,
})
const saved = v.object({
  aud: v.literal('google'),
  typ: v.literal('savetowallet'),
  iss: v.literal(SERVICE_ACCOUNT),
  origins: v.array(v.string()),
  payload: v.object({ eventTicketObjects: v.array(v.object({ id: v.string() })) }),
})
const named = v.object({ id: v.string() })
const failing = v.object({ status: v.nullable(v.number()) })

/** Google Wallet: tokens, classes and tickets by its interface, and the page that a link leads to. It forgets all at the end of the process. */
export async function googleWalletRoutes(app: FastifyInstance, { dataDir, origin }: Parts): Promise<void> {
  await app.register(formbody)
  const { publicKey } = await googleKeys(dataDir)
  const key = await importSPKI(publicKey, 'RS256')
  const tokens = new Set<string>()
  const classes = new Map<string, object>()
  const objects = new Map<string, v.InferOutput<typeof ticketObject>>()
  const saves: string[] = []
  let failsWith: number | null = null

  /** Why a call is refused; undefined for one that may go on. */
  const fault = (request: FastifyRequest): number | undefined => {
    const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
    if (!tokens.has(token)) return 401
    return failsWith ?? undefined
  }
  const refuse = (reply: FastifyReply, code: number): FastifyReply =>
    reply.code(code).send({ error: { code } })

  app.post('/token', async (request, reply) => {
    const { assertion } = v.parse(grant, request.body)
    const audience = `${origin()}/google-wallet/token`
    const verified = await jwtVerify(assertion, key, {
      audience,
      issuer: SERVICE_ACCOUNT,
      requiredClaims: ['scope'],
      // The clock of a store in a test stands where it wants.
      clockTolerance: '100 years',
    }).catch(() => null)
    if (verified === null) return reply.code(400).send({ error: 'invalid_grant' })
    const token = randomId('ya29')
    tokens.add(token)
    return { access_token: token, expires_in: 3599, token_type: 'Bearer' }
  })

  app.post('/walletobjects/v1/eventTicketClass', async (request, reply) => {
    const refused = fault(request)
    if (refused !== undefined) return refuse(reply, refused)
    const value = v.parse(ticketClass, request.body)
    if (classes.has(value.id)) return refuse(reply, 409)
    classes.set(value.id, value)
    return value
  })

  app.post('/walletobjects/v1/eventTicketObject', async (request, reply) => {
    const refused = fault(request)
    if (refused !== undefined) return refuse(reply, refused)
    const value = v.parse(ticketObject, request.body)
    if (objects.has(value.id)) return refuse(reply, 409)
    // Google knows no ticket of a class that it does not know.
    if (!classes.has(value.classId)) return refuse(reply, 404)
    objects.set(value.id, value)
    return value
  })

  app.patch('/walletobjects/v1/eventTicketObject/:id', async (request, reply) => {
    const refused = fault(request)
    if (refused !== undefined) return refuse(reply, refused)
    const { id } = v.parse(named, request.params)
    const before = objects.get(id)
    if (before === undefined) return refuse(reply, 404)
    const value = v.parse(ticketObject, Object.assign({}, before, request.body))
    objects.set(id, value)
    return value
  })

  // Not a named part of the path: those have a length that a JWT is beyond.
  app.get('/gp/v/save/*', async (request, reply) => {
    const { '*': jwt } = v.parse(v.object({ '*': v.string() }), request.params)
    const verified = await jwtVerify(jwt, key, { clockTolerance: '100 years' }).catch(() => null)
    const read = v.safeParse(saved, verified?.payload)
    if (!read.success) return reply.code(400).send('no link of an issuer')
    const tickets = read.output.payload.eventTicketObjects.map(({ id }) => objects.get(id))
    if (tickets.includes(undefined)) return reply.code(404).send('a ticket is not known')
    saves.push(...tickets.flatMap(ticket => (ticket === undefined ? [] : [ticket.id])))
    const list = tickets.map(ticket => html`<li>${ticket?.ticketType.defaultValue.value ?? ''}</li>`)
    return reply.type('text/html; charset=utf-8').send(
      page({
        title: 'Google Wallet (simulated)',
        body: html`<h1>Saved</h1>
          <ul>
            ${list}
          </ul>`,
      }),
    )
  })

  app.get('/state', async () => ({ classes: [...classes.values()], objects: [...objects.values()], saves }))
  app.post('/failing', async (request, reply) => {
    failsWith = v.parse(failing, request.body).status
    return reply.code(204).send()
  })
}
