import { readdirSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { pathOf, textOf } from './repository.js';

const FOLDER = 'deploy/kubernetes';

/** A manifest of Kubernetes, as far as the tests look into it. */
export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: ManifestSpec;
}

export interface ManifestSpec {
  readonly replicas?: number;
  readonly minReadySeconds?: number;
  readonly minReplicas?: number;
  readonly maxReplicas?: number;
  readonly strategy?: { readonly rollingUpdate: { readonly maxSurge: number; readonly maxUnavailable: number } };
  /** Of a Service: the labels themselves. */
  readonly selector?: { readonly matchLabels: Labels } & Labels;
  readonly scaleTargetRef?: { readonly kind: string; readonly name: string };
  readonly maxUnavailable?: number;
  readonly ports?: readonly { readonly targetPort: string }[];
  readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
}

export interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly topologySpreadConstraints: readonly { readonly labelSelector: { readonly matchLabels: Labels } }[];
  readonly containers: readonly Container[];
}

export interface Container {
  readonly image: string;
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly [string, string] } } };
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

type Labels = Readonly<Record<string, string>>;

/** The names of the files of manifests. */
export function manifestFiles(): readonly string[] {
  return readdirSync(pathOf(FOLDER)).filter((name) => name !== 'kustomization.yaml');
}

/** The manifests of all files. */
export function readManifests(): readonly Manifest[] {
  return manifestFiles().flatMap((name) =>
    parseAllDocuments(textOf(`${FOLDER}/${name}`)).map((document) => document.toJS() as Manifest),
  );
}

export function readKustomization(): {
  readonly resources: readonly string[];
  readonly images: readonly { name: string }[];
} {
  return parse(textOf(`${FOLDER}/kustomization.yaml`)) as ReturnType<typeof readKustomization>;
}
