# syntax=docker/dockerfile:1
# The service as an image, for either pair of stores (docs/reference/deployment.md). Debian's release is the same in every stage:
# the SQLite driver is native code and is compiled against the C library it will run with.

# Production dependencies. The full image has the compiler, make and Python that the driver needs, and Node's headers.
FROM node:24-bookworm AS modules
WORKDIR /app
COPY package.json package-lock.json ./
# No install script runs but this driver's, and it compiles instead of fetching a binary.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && npm_config_build_from_source=true npm_package_config_node_gyp_nodedir=/usr/local npm rebuild better-sqlite3 \
  && rm -rf node_modules/better-sqlite3/build/Release/obj* node_modules/better-sqlite3/deps

# The sources, compiled; tests are not shipped.
FROM node:24-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY apps apps
COPY libs libs
RUN node_modules/.bin/tsc -p tsconfig.json \
  && find dist -name '*.spec.js*' -delete

# The documentation site: of the Markdown, and of the files that it links to.
FROM node:24-bookworm AS site
WORKDIR /app
COPY docs/package.json docs/package-lock.json docs/
RUN npm ci --prefix docs --ignore-scripts --no-audit --no-fund
# Without package.json Vite takes the folder of the pages for no package, and does not find Vue.
COPY package.json README.md CHANGELOG.md CONTRIBUTING.md .env.example ./
COPY bench/README.md bench/
COPY packages/client/README.md packages/client/
COPY examples/call-floor/README.md examples/call-floor/
COPY deploy deploy
COPY test test
COPY docs docs
RUN node docs/node_modules/vitepress/bin/vitepress.js build docs

FROM node:24-bookworm-slim
# What the container listens on is for the container's network alone to reach, until a port is published.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY package.json ./
COPY scripts/health.mjs scripts/prepare.mjs scripts/smartlists.mjs scripts/
COPY --from=modules /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=site /app/dist/docs-site dist/docs-site
USER node
# Only the embedded pair writes here; mount a named volume to keep it.
VOLUME /data
EXPOSE 3000
# Whether it lives, not whether it is ready: with a store away the service waits and recovers by itself, and a scheduler that
# replaces unhealthy containers would only disturb it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "scripts/health.mjs", "live"]
# Node itself is process 1, so that SIGTERM reaches it; it has no children to reap.
CMD ["node", "dist/apps/service/main.js"]
