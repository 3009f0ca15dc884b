import { readFile } from 'node:fs/promises'
import path from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { permissionsPolicy } from '../platform/http/security-headers.ts'

/** The console is one page: it loads its own files, calls its own host, and nothing of others. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'x-robots-tag': 'noindex',
  // Passkeys are made and shown here, and nowhere else.
  'permissions-policy': permissionsPolicy({ newPasskeys: 'self', passkeys: 'self' }),
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // A mail as it will be, which runs nothing.
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
} as const

const ONE_YEAR_MS = 31_536_000_000

/** The addresses of its screens; at any other there is nothing, as at a store there is nothing of the console. */
const SCREENS = ['/', '/enrol', '/me', '/staff', '/sites/*'] as const

/** Serves the page at the addresses of its screens, and the files that it loads. @param folder the build of `apps/console`. */
export async function registerConsolePage(app: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: ONE_YEAR_MS,
    cacheControl: true,
    preCompressed: true,
  })
  const send = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    reply.headers(PAGE_HEADERS).send(page)
  for (const screen of SCREENS) app.get(screen, send)
}
