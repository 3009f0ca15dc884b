import { setTimeout as delay } from 'node:timers/promises'

import type pg from 'pg'

import type { Cluster } from './cluster.ts'
import type { Machine } from './machines.ts'

const BEAT_MS = 200

/** A row every moment, asked of each node past every network: who takes writes, and whether one is lost that was taken. */
export interface Pulse {
  /** The nodes that took writes since, one after the other. Two that take turns are two writers. */
  reigns(since: number): readonly string[]
  /** Rows that were taken and are not there. */
  lost(): Promise<number>
  stop(): Promise<void>
}

export async function feelPulse(cluster: Cluster): Promise<Pulse> {
  const beats: Array<{ readonly node: string; readonly id: string; readonly at: number }> = []
  const primary = cluster.connect(await cluster.leader())
  await primary.connect()
  await primary.query('create table pulse (id text primary key)')
  await primary.end()
  let isOver = false
  const beat = async (node: Machine): Promise<void> => {
    for (let number = 0; !isOver; number += 1) {
      const client = cluster.connect(node)
      // It is killed while nobody asks.
      client.on('error', () => undefined)
      await beatOn(client, () => {
        number += 1
        return `${node.name}-${number}`
      }).catch(() => undefined)
      await client.end().catch(() => undefined)
      await delay(BEAT_MS)
    }
  }
  const beatOn = async (client: pg.Client, next: () => string): Promise<void> => {
    await client.connect()
    while (!isOver) {
      const id = next()
      await client.query('insert into pulse values ($1)', [id])
      beats.push({ node: id.slice(0, id.lastIndexOf('-')), id, at: performance.now() })
      await delay(BEAT_MS)
    }
  }
  const all = Promise.all(cluster.nodes.map(beat))
  return {
    reigns: since => {
      const nodes = beats.filter(({ at }) => at >= since).map(({ node }) => node)
      return nodes.filter((node, index) => node !== nodes[index - 1])
    },
    lost: async () => {
      const client = cluster.connect(await cluster.leader())
      await client.connect()
      const taken = [...beats]
      const { rows } = await client.query<{ id: string }>('select id from pulse')
      await client.end()
      const kept = new Set(rows.map(({ id }) => id))
      return taken.filter(({ id }) => !kept.has(id)).length
    },
    stop: async () => {
      isOver = true
      await all
    },
  }
}
