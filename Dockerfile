# One binary and nothing else:
#   docker build -t pto .
#   docker run --rm -v "$PWD:/work" pto check kernel.pto
FROM rust:1.95-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /source
COPY . .
RUN cargo build --release --locked --package pto-cli

FROM scratch
COPY --from=build /source/target/release/pto /pto
COPY LICENSE-APACHE LICENSE-MIT /
WORKDIR /work
ENTRYPOINT ["/pto"]
