import { linesOf } from '../docs/support/typed-commands.js';
import { all, environmentOf, stagesOf } from './support/dockerfile.js';
import { type Container, type Manifest, manifestFiles, readKustomization, readManifests } from './support/manifests.js';
import { complaintsAbout, textOf, variablesOfTheService } from './support/repository.js';

// What the schemas cannot know (.ci/parts/kubernetes holds the manifests against them): that the manifests fit the
// service, its image and one another.
const GUIDE = 'docs/how-to/run-on-kubernetes.md';
const manifests = readManifests();
const image = stagesOf(textOf('Dockerfile')).at(-1)!;
/** Of a pod: to be scheduled, to pull its image and to get ready. */
const START_SECONDS = 20;
const settings = one('ConfigMap', 'smart-lists').data!;
const deployments = manifests.filter(({ kind }) => kind === 'Deployment');

function one(kind: string, name: string): Manifest {
  const found = manifests.filter((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  expect(found).toHaveLength(1);
  return found[0]!;
}

const podOf = ({ spec }: Manifest) => spec!.template!.spec;
const labelsOf = ({ spec }: Manifest) => spec!.template!.metadata.labels;
const containerOf = (deployment: Manifest): Container => podOf(deployment).containers[0]!;
/** At least: those of the API are set by its autoscaler, which a number in the Deployment would override. */
const podsOf = ({ metadata, spec }: Manifest): number =>
  metadata.name === 'api' ? one('HorizontalPodAutoscaler', 'api').spec!.minReplicas! : spec!.replicas!;
const portOf = (container: Container, name: string) =>
  container.ports.find((port) => port.name === name)?.containerPort;

/** The secrets that the guide has its reader write into a file. */
async function secretsOfTheGuide(): Promise<Readonly<Record<string, string>>> {
  const text = (await linesOf(GUIDE)).join('\n');
  return Object.fromEntries(Array.from(text.matchAll(/^([A-Z_]+)=(.*)$/gm), ([, name, value]) => [name, value]));
}

describe('the manifests of Kubernetes', () => {
  it('are all built by kustomize, with the image of every container named', () => {
    const { resources, images } = readKustomization();
    expect([...resources].sort()).toEqual([...manifestFiles()].sort());
    const [named] = images;
    for (const deployment of deployments) expect(containerOf(deployment).image).toBe(named!.name);
  });

  it('run every role in pods of its own, more than one of each', () => {
    const roles = deployments.map((deployment) => [deployment.metadata.name, containerOf(deployment).env]);
    expect(roles).toEqual(['api', 'projections', 'workers'].map((role) => [role, [{ name: 'ROLES', value: role }]]));
    for (const deployment of deployments) expect(podsOf(deployment)).toBeGreaterThan(1);
  });

  it('set only variables that the service reads, to values with which it starts beside the secrets of the guide', async () => {
    // The shell makes these two at random.
    const made = {
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      ADMIN_TOKEN: 'q8Zr1Xw5Kd0Pv7Yt3Lm9Hs2Bn6Jc4Fg1',
    };
    const secrets = await secretsOfTheGuide();
    expect(Object.keys(secrets)).toEqual(['EVENTSTORE_URL', 'READMODEL_URL', ...Object.keys(made)]);
    const set = { ...settings, ...secrets, ...made };
    expect(Object.keys(set).filter((name) => !variablesOfTheService().has(name))).toEqual([]);
    for (const deployment of deployments) {
      const [{ name, value }] = containerOf(deployment).env as [{ name: string; value: string }];
      expect(complaintsAbout({ ...environmentOf(image), ...set, [name]: value })).toEqual([]);
    }
  });

  it('ask for health at the port of the image, and for metrics at that of the settings', () => {
    for (const deployment of deployments) {
      const container = containerOf(deployment);
      expect(String(portOf(container, 'http'))).toBe(all(image, 'EXPOSE')[0]);
      expect(String(portOf(container, 'metrics'))).toBe(settings['METRICS_PORT']);
      const { startupProbe, livenessProbe, readinessProbe } = container;
      const probed = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet);
      expect(new Set(probed.map(({ port }) => port))).toEqual(new Set(['http']));
      // A pod whose store is away is not replaced. One that has been ready goes on answering reads meanwhile.
      const [first, later] = deployment.metadata.name === 'api' ? ['ready', 'live'] : ['live', 'ready'];
      expect(probed.map(({ path }) => path)).toEqual([`/health/${first}`, '/health/live', `/health/${later}`]);
    }
    expect(one('Service', 'api').spec!.ports).toEqual([expect.objectContaining({ targetPort: 'http' })]);
  });

  it('give a pod more time to stop than it waits for its last requests and needs to close', () => {
    for (const deployment of deployments) {
      const [command, seconds] = containerOf(deployment).lifecycle?.preStop.exec.command ?? ['sleep', '0'];
      expect(command).toBe('sleep');
      expect(podOf(deployment).terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + 10);
      // Requests alone are waited for.
      expect(Number(seconds) > 0).toBe(deployment.metadata.name === 'api');
    }
  });

  it('choose the pods of their own role', () => {
    for (const deployment of deployments) {
      const { name } = deployment.metadata;
      const chosen = [
        deployment.spec!.selector!.matchLabels,
        one('PodDisruptionBudget', name).spec!.selector!.matchLabels,
        ...podOf(deployment).topologySpreadConstraints.map(({ labelSelector }) => labelSelector.matchLabels),
      ];
      for (const labels of chosen) expect(labels).toEqual(labelsOf(deployment));
      expect(one('PodDisruptionBudget', name).spec!.maxUnavailable).toBeLessThan(podsOf(deployment));
    }
    expect(one('Service', 'api').spec!.selector).toEqual(labelsOf(one('Deployment', 'api')));
    const { scaleTargetRef } = one('HorizontalPodAutoscaler', 'api').spec!;
    expect(scaleTargetRef).toMatchObject({ kind: 'Deployment', name: 'api' });
    expect(one('Deployment', 'api').spec!.replicas).toBeUndefined();
  });

  it('replace no pod before its successor is ready, and the pods that project after those that serve', () => {
    for (const { spec } of deployments) {
      expect(spec!.strategy!.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    }
    const { maxReplicas } = one('HorizontalPodAutoscaler', 'api').spec!;
    const { minReadySeconds } = one('Deployment', 'api').spec!;
    expect(one('Deployment', 'projections').spec!.minReadySeconds).toBeGreaterThan(
      maxReplicas! * (minReadySeconds! + START_SECONDS),
    );
  });

  it('run as the user of the image, who may do nothing else', () => {
    expect(all(image, 'USER')).toEqual(['node']);
    for (const deployment of deployments) {
      expect(podOf(deployment).securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(containerOf(deployment).securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });
});
