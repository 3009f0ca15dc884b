import type { FastifyInstance } from 'fastify'

/** The only type of body that our own calls accept; any other is 415. An empty body counts as none. */
export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}

/** Bytes of a file, sent as they are. A route says how many it takes; without that, as many as any body. */
export function registerFileBodies(app: FastifyInstance): void {
  app.addContentTypeParser<Buffer>(FILE_BODY, { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
}

const FILE_BODY = 'application/octet-stream'
