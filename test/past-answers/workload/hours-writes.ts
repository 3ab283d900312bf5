import type { Requests, Writing } from './writing.js';

/** Calling hours of a workspace: beyond it none are made. */
const HOURS = 6;

/** Writes of calling hours. */
export const HOURS_WRITES: readonly (readonly [weight: number, requests: Requests])[] = [
  [2, createHours],
  [2, changeHours],
  [1, deleteHours],
];

function createHours({ caller, tenant, random, step }: Writing) {
  if (tenant.hours.length >= HOURS) return [];
  const interval = { days: random.sample(['mon', 'tue', 'fri', 'sun'], 2), from: '20:00', to: '02:00' };
  const json = { name: `Hours ${step}`, zone: random.oneOf(['contact', 'workspace']), intervals: [interval] };
  return [
    async () => {
      const answer = await caller.write({ method: 'POST', path: '/calling-hours', json }, tenant.token);
      const { calling_hours: hours } = answer as { readonly calling_hours?: { readonly calling_hours_id: string } };
      if (hours) tenant.hours.push(hours.calling_hours_id);
    },
  ];
}

function changeHours({ caller, tenant, random, step }: Writing) {
  if (tenant.hours.length === 0) return [];
  const path = `/calling-hours/${random.oneOf(tenant.hours)}`;
  const json = random.below(2) === 0 ? { name: `Renamed ${step}` } : { closed_dates: ['2030-12-25'] };
  return [async () => void (await caller.write({ method: 'PATCH', path, json }, tenant.token))];
}

function deleteHours({ caller, tenant, random }: Writing) {
  if (tenant.hours.length === 0) return [];
  const [id] = tenant.hours.splice(random.below(tenant.hours.length), 1);
  return [async () => void (await caller.write({ method: 'DELETE', path: `/calling-hours/${id!}` }, tenant.token))];
}
