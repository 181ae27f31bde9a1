import { expect, test } from 'vitest'
import { countHosts, preparesStatements, withParameter } from './databaseUrl.ts'

test('A connection string names one host, or several in its address or by a parameter', () => {
  for (const one of [
    'postgres://club@only/club',
    'postgresql://club:p%40ss@only:5432/club',
    'postgres:///club?host=/a',
  ])
    expect(countHosts(one)).toBe(1)
  expect(countHosts('postgresql://club:p%40ss@first:5432,second:5433/club?sslmode=require')).toBe(2)
  expect(countHosts('postgres://club@first,second,third/club')).toBe(3)
  expect(countHosts('postgres://club@any/club?host=/run/a,/run/b&port=5432')).toBe(2)
})

test('What is not the address of a PostgreSQL names none', () => {
  for (const text of ['mysql://a@b/c', 'club', 'postgres://a@one:many/c']) expect(countHosts(text)).toBe(0)
})

test('Connections prepare statements unless their address says that they may not', () => {
  expect(preparesStatements('postgres://club@only/club?prepared_statements=false&sslmode=require')).toBe(false)
  for (const url of ['postgres://club@only/club', 'postgres://club@only/club?prepared_statements=true'])
    expect(preparesStatements(url)).toBe(true)
})

test('A parameter is added to those that are there', () => {
  for (const url of ['postgres://club@only/club', 'postgres://club@only/club?sslmode=require']) {
    const { searchParams } = new URL(withParameter(url, 'options', '-c role=club_app'))
    expect(searchParams.get('options')).toBe('-c role=club_app')
    expect(searchParams.get('sslmode')).toBe(new URL(url).searchParams.get('sslmode'))
  }
})
